/** Whether a text begins with a day that there is: `Date` takes 30 February for one in March. */
export function isCalendarDay(text: string): boolean {
  const day = text.slice(0, "2026-04-01".length);
  const time = new Date(day);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}
