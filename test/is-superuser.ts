/** Nothing is closed to the superuser: what a refusal leads to cannot be tried. */
export function isSuperuser(): boolean {
  return process.getuid?.() === 0;
}
