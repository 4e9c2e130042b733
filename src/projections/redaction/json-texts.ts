const JSON_STRING = /"(?:[^"\\]|\\.)*"/gs;

/** JSON with each string that holds escapes replaced by what it says; no JSON stays as it is. */
export function replaceJsonTexts(json: string, replace: (value: string) => string): string {
  if (!isEscapedJson(json)) return json;
  return json.replace(JSON_STRING, (token) => {
    if (!token.includes("\\")) return token;
    const value: unknown = JSON.parse(token);
    if (typeof value !== "string") return token;
    const replaced = replace(value);
    return replaced === value ? token : JSON.stringify(replaced);
  });
}

function isEscapedJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text) || !text.includes("\\")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false; // a text that only begins like JSON
    throw error;
  }
}
