const { raw } = String;

/**
 * How secrets look, as data. Group 1, where a pattern has one, is what is before the secret and
 * stays; the rest of the match goes. All patterns run in linear time: no part that repeats is next
 * to one that could match the same, and what may be long is bounded.
 */
export interface SecretRule {
  /** Names the placeholder: `[redacted:<kind>:1]`. */
  readonly kind: string;
  readonly pattern: RegExp;
  /** One of these is in whatever it matches, in lower case: to look for them first is far quicker. */
  readonly hints: readonly string[];
  /** True where only its surroundings tell a secret: it is then looked for elsewhere by itself too. */
  readonly byContext?: true;
  /** What the pattern cannot tell: false: the value is no secret. */
  readonly accepts?: (value: string) => boolean;
}

/** A secret after what tells it, in any case. */
export type Told = readonly [
  kind: string,
  hints: string,
  before: string,
  value: string,
  accepts?: SecretRule["accepts"],
];

/** What may be before a value: a placeholder of one that was right before it. */
export const VALUE = raw`(?:(?:\[redacted:[a-z-]{1,40}:\d{1,9}\])+(?=[A-Za-z0-9])|(?!\[redacted:))`;

export function toldBy([kind, hints, before, value, accepts]: Told): SecretRule {
  const pattern = new RegExp(`(${before}${VALUE})${value}`, "gi");
  const rule = { kind, hints: hints.split(" "), pattern, byContext: true } as const;
  return accepts === undefined ? rule : { ...rule, accepts };
}

/** What ends a name: the quote, the bracket, or the bold of Markdown that it stands in. */
const NAME_END = raw`["'\x60\\\])*]{0,6}`;
const SPACE = raw`[^\S\n]{0,8}`;

/** What YAML says a value is. */
const YAML_TAG = raw`(?:!{1,2}[\w:/.-]{1,40}[^\S\n]{1,4})?`;

/** Between a name and a value that stands in no quotes. */
export const SET = raw`${NAME_END}${SPACE}(?::=|={1,2}>?|:(?!:)|->)\*{0,2}${SPACE}(?:<(?:b|code|em|i|kbd|strong|td)>)?\x60?${YAML_TAG}`;

/** Between a name and a value in quotes, up to them: also a type, a comparison, a default. */
export const SET_QUOTED = raw`${NAME_END}(?:\[\d{0,4}\])?${SPACE}(?::[^\S\n]{0,2}[&*]{0,2}(?:'static\s)?[a-z][\w.<>[\]?|]{0,40}[^\S\n]{0,4}(?==))?(?::=|!?={1,3}>?|:(?!:)|->|\|\||\?\?|\{)=?\*{0,2}${SPACE}${YAML_TAG}`;

/** How a string begins, with what languages put before it. */
export const OPEN = raw`(?:[bflnru@$]{1,2}(?=["']))?["'\x60\\]{1,4}`;

/** The words that tell a password. */
export const PASSWORD = raw`(?:passw(?:or)?d(?:\d|_?(?:confirm(?:ation)?|again|repeat|value|text))?|passwort|pass_?phrase|pwd|contrase[nñ]a|mot[ _]de[ _]passe|senha|wachtwoord|пароль|密码)`;
export const PASSWORD_HINTS = "pass pwd contrase senha wachtwoord пароль 密码";

export const SECRET = raw`(?:(?:api|account|access|shared[_-]?access|private|secret|encryption|signing|master|auth|service|app|license|admin|subscription|function|webhook|deploy|hmac|openai|anthropic|gemini)[_-]?key(?:[_-]?id)?|secret(?:[_-]?(?:key|token|access[_-]?key|key[_-]?base|value))?|(?:private|deploy|bot|web|hook|csrf|xsrf|jwt|api|access|auth|refresh|id|session|security|client|app|webhook|signing|consumer)[_-]?(?:token|secret)|recovery[_-]?code|_pat(?![a-z])|_auth|token|credentials?)`;
export const SECRET_HINTS = "key token secret credential _auth recovery _pat";

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
