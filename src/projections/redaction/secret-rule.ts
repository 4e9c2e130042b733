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
