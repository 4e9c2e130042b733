/**
 * A text in which case makes no difference, character for character as long as before, so that places
 * in one are places in the other. The index and whoever reads without it fold by this rule alone.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (!/[\u0130\u017f\u03a3\u03c2]/.test(text)) return lower;
  // A dotted capital I becomes two characters; a sigma's form depends on what follows.
  return text
    .replaceAll("\u0130", "i")
    .toLowerCase()
    .replaceAll("\u017f", "s")
    .replaceAll("\u03c2", "\u03c3");
}
