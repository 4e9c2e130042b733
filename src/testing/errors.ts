import { RefoldError } from "../errors.js";

/** @param command the command after which it was found */
export function modelDisagrees(
  command: string,
  what: string,
  { opened, cause }: { readonly opened?: string; readonly cause?: unknown } = {},
): RefoldError<"model-disagrees"> {
  const details = { command, what, opened: opened ?? null };
  const message = `after ${command}: ${what}${opened === undefined ? "" : `\n  ${opened}`}`;
  return new RefoldError("model-disagrees", details, { message }, { cause });
}
