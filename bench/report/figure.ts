/** Three figures at most: `0.0841 ms`, `12.3 ms`, `1,234 ms`. */
export function figure(value: number, unit: string): string {
  return `${plainFigure(value)} ${unit}`;
}

/** The same without its unit, where a heading names it. */
export function plainFigure(value: number): string {
  if (value === 0) return "0";
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
