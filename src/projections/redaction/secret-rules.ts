import { decodeText } from "./encoded-texts.js";
import { COMMAND_RULES, PASSWORD_RULES } from "./password-rules.js";
import {
  OPEN,
  SECRET,
  SECRET_HINTS,
  type SecretRule,
  SET,
  SET_QUOTED,
  type Told,
  toldBy,
  isPersonal,
  isRandom,
  isTemplate,
  isToken,
} from "./secret-rule.js";
import { TOKEN_FORMS } from "./token-rules.js";

const { raw } = String;

/** A user's name in a path; a placeholder is none. */
const NAME = raw`(?!\[redacted:)[^\s/\\"'\x60<>|:*?,;()[\]{}$&]{1,64}`;
const QUOTES = raw`["'\x60\\]{0,4}`;

const isCredentials = (value: string): boolean => decodeText(value)?.includes(":") === true;

/** What documents put there names itself. */
const NAMED = /^(?:some|my|your)?[_-]?(?:pass(?:word|wd)?|pwd|secret|token)$/i;
const isInUrl = (value: string): boolean =>
  !value.includes("://") && !isTemplate(value) && !NAMED.test(value);
const isCookie = (value: string): boolean => /=[^;\s]{8}/.test(value);
const isMixed = (value: string): boolean => isToken(value) && isRandom(value);

const QUOTED = raw`[\w.~+/=-]{12,1024}(?=["'\x60\\]|$)`;

const ISSUERS =
  "cohere mistral deepseek datadog dd_ algolia twilio heroku cloudflare codecov jfrog okta mailgun newrelic new_relic pinecone wandb deepgram assemblyai twitch rapidapi zendesk discord adafruit adobe airtable bittrex hubspot sonar sumo yandex lob_";

/** Secrets that only what is before them tells. */
// prettier-ignore
const TOLD: readonly Told[] = [
  ["service-token", "/bot", raw`\/bot`, raw`\d{8,16}:A[\w-]{33,34}(?![\w-])`],
  ["aws-secret-key", "aws", raw`aws[\w. -]{0,20}(?:secret|key)[\w. -]{0,20}["'\s\\]{0,4}[=:"'\s\\]{1,8}`, "[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])"],
  ["authorization", "authorization", raw`\b(?:proxy-)?authorization${QUOTES}\s{0,8}[:=,]\s{0,8}${QUOTES}(?:(?:bearer|basic|token|digest|bot|apikey|api-key|ssws|negotiate|genie)\s{1,8})`, raw`[\w.~+/=:-]{8,4096}`],
  ["authorization", "authorization", raw`\b(?:proxy-)?authorization${QUOTES}\s{0,8}[:=,]\s{0,8}${QUOTES}`, raw`[\w.~+/=:-]{16,4096}`, isRandom],
  ["bearer-token", "bearer", raw`\bbearer\s{1,8}`, raw`(?=[\w.~+/=-]{0,4096}\d)[\w.~+/=-]{16,4096}`],
  ["basic-auth", "basic", raw`\bbasic\s{1,4}`, raw`[\w+/-]{8,1024}={0,2}`, isCredentials],
  ["basic-auth", "auth", raw`["']auth["']\s{0,8}:\s{0,8}["']`, raw`[\w+/-]{8,1024}={0,2}`, isCredentials],
  // A password may hold slashes and parentheses; what begins like a port is none.
  ["url-password", "://", raw`:\/\/[^\s:/@"'\\<>]{0,128}:`, raw`(?!\d{0,5}[/?#])[^\s"'\\<>\x60]{3,256}(?=@[\w[])`, isInUrl],
  ["url-password", "://", raw`:\/\/`, raw`[\w-]{20,255}(?=(?::x-oauth-basic|:)?@)`, isRandom],
  ["url-password", "jdbc:oracle", raw`jdbc:oracle:\w{1,8}:[^\s/@]{1,64}\/`, raw`[^\s@"']{3,128}(?=@)`],
  ["url-signature", "sig token auth jwt hdnts", raw`[?&;](?:amp;)?(?:sig|signature|x-(?:amz|goog|oss|cos)-(?:signature|security-token)|hdnts|auth[_-]?key|jwt)=`, raw`[\w%.~+/=-]{16,4096}`, isRandom],
  ["cookie", "cookie", raw`(?:^|[^a-z-])(?:set-)?cookie2?${QUOTES}\s{0,4}[:,]\s{0,4}${QUOTES}`, raw`(?=[\w.-]{1,64}=)[^\r\n"'\\\x60<>]{8,4096}`, isCookie],
  ["cookie", "sess connect.sid _token remember", raw`\b(?:phpsessid|jsessionid|connect\.sid|asp\.net_sessionid|_gitlab_session|session(?:_?id)?|sessid|laravel_session|remember_[\w-]{1,64}|(?:next-auth|authjs)\.session-token)=`, raw`[\w%.~+/:-]{16,4096}`, isRandom],
];

/** The same; their names are less sure than those of passwords. */
// prettier-ignore
const TOLD_LATER: readonly Told[] = [
  ["secret", SECRET_HINTS, raw`<(?:\w{1,20}:)?[\w.-]{0,40}${SECRET}(?:\s[^<>]{0,120})?>\s{0,40}(?:<!\[CDATA\[)?`, raw`[^\s<>]{8,1024}(?=\]\]>|\s{0,40}<)`, isToken],
  ["secret", SECRET_HINTS, raw`(?:name|key)["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}[\w.-]{0,64}${SECRET}[\w.-]{0,16}["'\\]{0,4}(?:,\s{0,40}|\s{1,40})["'\\]{0,4}value["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}`, raw`[^\s"'\\<>]{8,1024}`, isToken],
  ["secret", SECRET_HINTS, `${SECRET}${SET}${QUOTES}`, raw`(?=[\w.~+/=-]{0,1023}\d)[\w.~+/=-]{12,1024}`, isToken],
  ["secret", SECRET_HINTS, `${SECRET}${SET_QUOTED}${OPEN}`, QUOTED, isMixed],
  ["secret", SECRET_HINTS, raw`\(\s{0,4}["'\x60][\w.-]{0,40}${SECRET}["'\x60]\s{0,4},\s{0,4}${OPEN}`, QUOTED, isMixed],
  ["secret", SECRET_HINTS, raw`<[\w:.-]{1,40}\s[^<>]{0,80}?(?:name|key|id)=["'][\w.-]{0,64}${SECRET}["'][^<>]{0,40}>\s{0,40}(?:<value>\s{0,40})?`, raw`[^\s<>]{16,1024}(?=\s{0,40}<)`, isMixed],
  ["secret", SECRET_HINTS, raw`\bset(?:x|env)?(?:\s{1,4}--?[a-z]{1,10}){0,3}\s{1,4}\w{0,64}${SECRET}\s{1,4}["']?`, raw`[\w.~+/=-]{12,1024}`, isMixed],
  ["secret", "pat", raw`(?<![a-z])pat${SET}${QUOTES}`, raw`[\w.~+/=-]{16,1024}`, isMixed],
  ["secret", "phrase mnemonic words", raw`(?:(?:seed|recovery|secret|backup)[ _-]?(?:phrase|words)|mnemonic)(?:${SET}|${SET_QUOTED}${OPEN})`, raw`(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}`],
  ["secret", SECRET_HINTS, raw`(?:\|[\w *]{0,30}${SECRET}[\w *]{0,10}\|[^\S\n]{0,20}|${SECRET}(?:\s{1,4}is:?\s{1,4}|["']?:\s?[>|][+-]?\n\s{1,40}))["'\x60]?`, raw`[\w.~+/=-]{16,1024}`, isMixed],
  // What is called a secret is mostly one, of any signs.
  ["secret", "secret", raw`secret(?:[_-]?key)?${SET_QUOTED}${OPEN}`, raw`[^\s"'\x60\\]{8,255}(?=["'\x60\\]|$)`, isMixed],
  ["secret", "secret", raw`secret(?:[_-]?key)?${SET}`, raw`[^\s"'\x60\\,;<>(){}[\]]{8,255}`, isMixed],
  // Keys of no form of their own, next to the names of those who issue them.
  ["secret", ISSUERS, raw`(?:${ISSUERS.replace("dd_", "dd_(?:api|app)").replaceAll(" ", "|")})[\w.-]{0,24}${SET}${QUOTES}`, raw`(?=[\w.=-]{0,99}\d)[\w.=-]{24,100}(?![\w-])`, isRandom],
];

/** Earlier rules go first where two begin at the same place. */
export const SECRET_RULES: readonly SecretRule[] = [
  {
    // Also with what tools and people put before its lines: numbers, arrows, file names, quotes. All of it
    // stays below what a match has a stack for: two million characters.
    kind: "private-key",
    hints: ["---- begin ", "----begin "],
    pattern:
      /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}[\w+/=\s\\:,.→│|>#*]{0,65536}(?:-(?!---)[\w+/=\s\\:,.→│|>#*]{0,65536}){0,16}(?:-(?!---)[\w+/=\s\\:,.→│|>#*]{0,1024}){0,512}(?:-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5})?/g,
  },
  {
    kind: "private-key",
    hints: ["private-lines:"],
    pattern:
      /Private-Lines:\s{0,4}\d{1,4}[A-Za-z0-9+/=\s\\]{0,65536}(?:Private-MAC:\s{0,4}[0-9a-f]{16,128})?/g,
  },
  ...TOKEN_FORMS.map(([kind, , hints, form]) => ({
    kind,
    hints: hints.split(" "),
    pattern: new RegExp(`(?<![A-Za-z0-9])${form}`, "g"),
  })),
  ...TOLD.map(toldBy),
  ...COMMAND_RULES,
  ...PASSWORD_RULES,
  ...TOLD_LATER.map(toldBy),
  {
    kind: "email",
    hints: ["@"],
    pattern: /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g,
    accepts: isPersonal,
  },
  {
    kind: "home-path",
    hints: ["home", "users"],
    pattern: new RegExp(
      raw`(?<![\w.~-])(?:\\{0,4}/home\\{0,4}/|\\{0,4}/Users\\{0,4}/)${NAME}|\b[A-Za-z]:(?:\\{1,4}|/)Users(?:\\{1,4}|/)${NAME}`,
      "g",
    ),
  },
];

/** The kinds that the rules know, in their order. */
export const SECRET_KINDS: readonly string[] = [...new Set(SECRET_RULES.map(({ kind }) => kind))];
