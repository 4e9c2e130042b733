const FILLERS =
  /^(?:[x*.#?_-]+|(?:your|example|sample|dummy|placeholder|insert)[_-].*|(?:required|optional|undefined|string|number|boolean|object|incorrect|invalid|missing|disabled|enabled|encrypted|forgotten|plaintext|username|default|localhost|redacted|hidden|masked|changeme|example|placeholder|function|return|process|environ|settings|options|argument|parameter|variable|prompt|stdin|environment|authentication|authenticated|configuration|validation|protected|manager|whether|should|because|without|provided|current|confirm|update|updated|reset|login|value|values|input|field|false|true|null|none)[.:!?]?)$/i;

/** Source code that says where a value is: a call, a member, a path. */
const CODE =
  /^[(&]|^\.{1,2}\/|^(?:process|os|env|self|this|config|req|request|user|ctx|args|props|data|params|input|body|form|options|settings)\b[.?[]|^[a-z][\w.]*\(/i;

/** What stands for a value: a variable, a template. */
export function isTemplate(value: string): boolean {
  return /^[$%<{@~|]|\$\{|\{\{|^(.)\1*$/.test(value);
}

/** What describes a value, or says in source code where it is. */
export function isFiller(value: string): boolean {
  const isName = !/\d/.test(value) && /passw|(?:^|[^a-z])secret/i.test(value);
  return isName || isTemplate(value) || FILLERS.test(value) || CODE.test(value);
}

/** With a digit it is no word, and few names in source code have one. */
export function isLikely(value: string): boolean {
  return /\d/.test(value) && !isFiller(value);
}

/** Also a word, where somebody wrote one between quotes or gave it to a command. */
export function isGiven(value: string): boolean {
  if (isLikely(value)) return true;
  const isName = /^[A-Z]?[a-z]+(?:[A-Z][a-z]+)+$|[.:]$/.test(value);
  return value.length >= 8 && !isName && !isFiller(value);
}

/** A token has letters and digits, and is no path and no file. */
export function isToken(value: string): boolean {
  return hasBoth(value) && !isFiller(value) && !/^[./~]|\.[a-z]{1,5}$/.test(value);
}

/** What a program made: letters and digits, mixed. */
export function isRandom(value: string): boolean {
  return hasBoth(value) && !/^[a-z]+(?:[-_.][a-z]+)*[-_.]?\d{0,4}$/i.test(value);
}

function hasBoth(value: string): boolean {
  return /\d/.test(value) && /[a-z]/i.test(value);
}
