import { isPiLine } from "../reading/dialect-of.js";
import type { LineForm } from "../reading/line-form.js";

/**
 * How the lines of a pi session look. A file that lost its final line feed before pi went on in it has
 * two objects in one line: both are read, and nothing is wrong.
 */
export const PI_LINES: LineForm = {
  start: /\{\s*"(?:type|id|parentId|timestamp)"\s*:/g,
  isLine: isPiLine,
  gluedIsDamage: false,
};
