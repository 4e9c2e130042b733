const FILLERS =
  /^(?:[x*.#?_-]+|(?:your|example|sample|dummy|placeholder|insert)[_-].*|(?:required|optional|undefined|string|number|boolean|object|incorrect|invalid|missing|disabled|enabled|encrypted|forgotten|plaintext|username|default|localhost|redacted|hidden|masked|changeme|example|placeholder|function|return|process|environ|settings|options|argument|parameter|variable|prompt|stdin|environment|authentication|authenticated|configuration|validation|protected|manager|whether|should|because|without|provided|current|confirm|update|updated|reset|login|value|values|input|field|false|true|null|none|u?int(?:8|16|32|64)\w*|base64|sha(?:1|256|512)|bcrypt\d?)[.:!?,;]?)$/i;

/** Source code that says where a value is: a call, a member, a path. */
const CODE =
  /^[(&]|^\.{1,2}\/|^\/[\w.-]+\/|^(?:process|os|env|self|this|config|req|res|request|response|result|user|account|ctx|args|props|data|params|input|body|form|options|settings|exports|module|window|document|app|auth|state|values|creds|credentials|secrets|query|payload)\b[.?[]|^[a-z][\w.]*(?:\((?:[^)]*$|.*\)[;,]?$)|\[\w*\]$)|^[a-z]+(?:_\d)?\.[a-z]{3}/i;

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
  const isName = /^[a-z]+(?:[A-Z][a-z]+)+$|[.:]$/.test(value);
  return value.length >= 8 && !isName && !isFiller(value);
}

/** A word that is no name of source code. */
export function isWord(value: string): boolean {
  return isGiven(value) && /^[A-Z]?[^A-Z]+$/.test(value);
}

/** An address of somebody: not `git@host`, and no example of a document. */
export function isPersonal(address: string): boolean {
  return !/^(?:git|no-?reply)@|@example\.(?:com|net|org)$/i.test(address);
}

/** A token has letters and digits, and is no path and no file. */
export function isToken(value: string): boolean {
  return hasBoth(value) && !isFiller(value) && !/^[./~]|\.[a-z]{1,5}$/.test(value);
}

/** After `pass` and `pw`, which may as well say that something passed. */
export function isShort(value: string): boolean {
  return isToken(value) && value.length <= 40 && /^[!-ɏ]+$/.test(value) && !/^Test/.test(value);
}

/** What a program made: letters and digits, mixed. */
export function isRandom(value: string): boolean {
  return hasBoth(value) && !/^[a-z]+(?:[-_.][a-z]+)*[-_.]?\d{0,4}$/i.test(value);
}

function hasBoth(value: string): boolean {
  return /\d/.test(value) && /[a-z]/i.test(value);
}
