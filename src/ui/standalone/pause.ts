/** Takes the place of that of `node:timers/promises`, in a browser: the page is drawn meanwhile. */
export function setImmediate(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
