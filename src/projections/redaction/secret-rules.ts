import { decodeText } from "./encoded-texts.js";
import { isFiller, isGiven, isLikely, isRandom, isTemplate, isToken } from "./secret-values.js";
import { TOKEN_FORMS } from "./token-rules.js";

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

const { raw } = String;

/** A user's name in a path; a placeholder is none. */
const NAME = raw`(?!\[redacted:)[^\s/\\"'\x60<>|:*?,;()[\]{}$&]{1,64}`;

/** What may be before a value: a placeholder of one that was right before it. */
const VALUE = raw`(?:(?:\[redacted:[a-z-]{1,40}:\d{1,9}\])+(?=[A-Za-z0-9])|(?!\[redacted:))`;
const PASSWORD = raw`(?:passw(?:or)?d|passwort|passphrase|pwd|(?<![a-z])pass(?=["'\]]{1,2}[^\S\n]{0,4}[:=]|=))`;
const PASSWORD_WORD = raw`(?:passw(?:or)?d|passphrase|pwd)`;
const SECRET = raw`(?:(?:api|account|access|shared[_-]?access|private|secret|encryption|signing|master|auth|service|app|license|admin|subscription|function|webhook)[_-]?key(?:[_-]?id)?|secret(?:[_-]?(?:key|token|access[_-]?key|key[_-]?base|value))?|(?:private|deploy|bot|web|hook|csrf|xsrf|jwt|api|access|auth|refresh|id|session|security|client|app|webhook|signing|consumer)[_-]?(?:token|secret)|_auth|token|credentials?)`;
const QUOTES = raw`["'\x60\\]{0,4}`;
const SET = raw`["'\x60\\\])]{0,5}[^\S\n]{0,8}(?::=|={1,2}>?|=>|:(?!:)|->)[^\S\n]{0,8}`;
/** The value of a password that stands in no quotes: up to a sign that ends words, or a parameter. */
const BARE = raw`(?:[^\s"'\x60\\,;<>(){}[\]$&]|&(?![\w#]{1,20}[=;]))`;
const QUOTED = raw`[^\s"'\x60\\<>]`;
const COMMANDS = raw`(?:mysql(?:dump|admin|import|sh)?|mariadb(?:-dump|-admin)?|sshpass|(?:docker|podman|nerdctl|oras|registry)\s{1,4}login|zip|unzip)`;

const RANDOM = { byContext: true, accepts: isRandom } as const;
const GIVEN = { byContext: true, accepts: isGiven } as const;

/** A secret after what tells it. */
function told(kind: string, hints: string, before: string, value: string): SecretRule {
  const pattern = new RegExp(`(${before}${VALUE})${value}`, "gi");
  return { kind, hints: hints.split(" "), pattern, byContext: true };
}

const PASSWORD_HINTS = "pass pwd";
const SECRET_HINTS = "key token secret credential _auth";

/** Earlier rules go first where two begin at the same place. */
export const SECRET_RULES: readonly SecretRule[] = [
  {
    kind: "private-key",
    hints: ["---- begin ", "----begin "],
    pattern:
      /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}[A-Za-z0-9+/=\s\\:,.]{0,65536}(?:-(?!---)[A-Za-z0-9+/=\s\\:,.]{0,65536}){0,64}(?:-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5})?/g,
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
  told("service-token", "/bot", raw`\/bot`, raw`\d{8,16}:A[\w-]{33,34}(?![\w-])`),
  told(
    "aws-secret-key",
    "aws",
    raw`aws[\w. -]{0,20}(?:secret|key)[\w. -]{0,20}["'\s\\]{0,4}[=:"'\s\\]{1,8}`,
    "[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])",
  ),
  told(
    "authorization",
    "authorization",
    raw`\b(?:proxy-)?authorization${QUOTES}\s{0,8}[:=,]\s{0,8}${QUOTES}(?:(?:bearer|basic|token|digest|bot|apikey|api-key|ssws|negotiate|genie)\s{1,8})`,
    raw`[\w.~+/=:-]{8,4096}`,
  ),
  {
    ...told(
      "authorization",
      "authorization",
      raw`\b(?:proxy-)?authorization${QUOTES}\s{0,8}[:=,]\s{0,8}${QUOTES}`,
      raw`[\w.~+/=:-]{16,4096}`,
    ),
    ...RANDOM,
  },
  told(
    "bearer-token",
    "bearer",
    raw`\bbearer\s{1,8}`,
    raw`(?=[\w.~+/=-]{0,4096}\d)[\w.~+/=-]{16,4096}`,
  ),
  {
    ...told("basic-auth", "basic", raw`\bbasic\s{1,4}`, raw`[\w+/-]{8,1024}={0,2}`),
    accepts: (value) => decodeText(value)?.includes(":") === true,
  },
  {
    ...told("basic-auth", "auth", raw`["']auth["']\s{0,8}:\s{0,8}["']`, raw`[\w+/-]{8,1024}={0,2}`),
    accepts: (value) => decodeText(value)?.includes(":") === true,
  },
  {
    // A password may hold slashes and parentheses; what begins like a port is none.
    ...told(
      "url-password",
      "://",
      raw`:\/\/[^\s:/@"'\\<>]{0,128}:`,
      raw`(?!\d{0,5}[/?#])[^\s"'\\<>\x60]{3,256}(?=@[\w[])`,
    ),
    accepts: (value) => !value.includes("://") && !isTemplate(value),
  },
  {
    ...told("url-password", "://", raw`:\/\/`, raw`[\w-]{20,255}(?=(?::x-oauth-basic|:)?@)`),
    ...RANDOM,
  },
  told(
    "url-password",
    "jdbc:oracle",
    raw`jdbc:oracle:\w{1,8}:[^\s/@]{1,64}\/`,
    raw`[^\s/@"']{3,128}(?=@)`,
  ),
  {
    ...told(
      "url-signature",
      "sig token auth jwt hdnts",
      raw`[?&;](?:amp;)?(?:sig|signature|x-(?:amz|goog|oss|cos)-(?:signature|security-token)|hdnts|auth[_-]?key|jwt)=`,
      raw`[\w%.~+/=-]{16,4096}`,
    ),
    ...RANDOM,
  },
  {
    ...told(
      "cookie",
      "cookie",
      raw`(?:^|[^a-z-])(?:set-)?cookie2?${QUOTES}\s{0,4}[:,]\s{0,4}${QUOTES}`,
      raw`(?=[\w.-]{1,64}=)[^\r\n"'\\\x60<>]{8,4096}`,
    ),
    accepts: (value) => /=[^;\s]{8}/.test(value),
  },
  {
    ...told(
      "cookie",
      "curl",
      raw`\bcurl\s(?:[^\n|;]{0,400}?\s)?(?:--cookie|-b)[\s=]{1,3}["']?[\w.-]{1,64}=`,
      raw`[^\s"';]{8,4096}`,
    ),
    ...RANDOM,
  },
  {
    ...told(
      "cookie",
      "sess connect.sid _token remember",
      raw`\b(?:phpsessid|jsessionid|connect\.sid|asp\.net_sessionid|_gitlab_session|session(?:_?id)?|sessid|laravel_session|remember_[\w-]{1,64}|(?:next-auth|authjs)\.session-token)=`,
      raw`[\w%.~+/:-]{16,4096}`,
    ),
    ...RANDOM,
  },
  {
    ...told("password", PASSWORD_HINTS, raw`${PASSWORD}${SET}["'\x60\\]{1,4}`, `${QUOTED}{6,255}`),
    ...GIVEN,
  },
  {
    ...told("password", PASSWORD_HINTS, raw`${PASSWORD}${SET}`, `${BARE}{6,255}`),
    accepts: isLikely,
  },
  {
    // `DB_PASSWORD=word`, `;Password=word`, `?password=word`: no name of source code stands there.
    kind: "password",
    hints: PASSWORD_HINTS.split(" "),
    pattern: new RegExp(
      raw`((?:(?:^|[\s;])(?:[A-Z][A-Z0-9_]{0,64}_)?PASS(?:WORD|WD|PHRASE)?=|[?&;](?:[Pp]assword|[Pp]wd)=|^[a-z][\w-]{0,40}(?:\.[\w-]{1,40}){1,8}[.-]password=)${VALUE})(?:[^\s"'\x60\\;,<>&]|&(?![\w#]{1,20}[=;])){6,255}`,
      "gm",
    ),
    ...GIVEN,
  },
  {
    ...told(
      "password",
      PASSWORD_HINTS,
      raw`(?:\(\s{0,4}["'\x60][\w.-]{0,40}${PASSWORD_WORD}["'\x60]\s{0,4},|${PASSWORD_WORD}\s{0,4}\()\s{0,4}["'\x60\\]{1,4}`,
      `${QUOTED}{4,255}`,
    ),
    ...GIVEN,
  },
  {
    ...told(
      "password",
      PASSWORD_HINTS,
      raw`<(?:\w{1,20}:)?[\w.-]{0,40}${PASSWORD}(?:\s[^<>]{0,120})?>\s{0,40}`,
      raw`[^\s<>]{4,255}(?=\s{0,40}<)`,
    ),
    accepts: (value) => !isFiller(value),
  },
  {
    ...told(
      "secret",
      SECRET_HINTS,
      raw`<(?:\w{1,20}:)?[\w.-]{0,40}${SECRET}(?:\s[^<>]{0,120})?>\s{0,40}`,
      raw`[^\s<>]{8,1024}(?=\s{0,40}<)`,
    ),
    accepts: isToken,
  },
  {
    // Kubernetes, XML, Terraform: a name, and beside it the value.
    ...told(
      "password",
      "pass pwd",
      raw`(?:name|key)["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}[\w.-]{0,64}${PASSWORD}[\w.-]{0,16}["'\\]{0,4}(?:,\s{0,40}|\s{1,40})["'\\]{0,4}value["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}`,
      raw`[^\s"'\\<>]{4,255}`,
    ),
    accepts: (value) => !isFiller(value),
  },
  {
    ...told(
      "secret",
      SECRET_HINTS,
      raw`(?:name|key)["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}[\w.-]{0,64}${SECRET}[\w.-]{0,16}["'\\]{0,4}(?:,\s{0,40}|\s{1,40})["'\\]{0,4}value["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}`,
      raw`[^\s"'\\<>]{8,1024}`,
    ),
    accepts: isToken,
  },
  {
    ...told(
      "password",
      PASSWORD_HINTS,
      raw`\s--?[\w-]{0,40}${PASSWORD}(?:=|\s{1,4})["']?`,
      raw`(?!-)[^\s"'\x60\\|;<>]{4,255}`,
    ),
    accepts: isGiven,
  },
  {
    ...told(
      "secret",
      SECRET_HINTS,
      raw`\s--[\w-]{0,40}${SECRET}(?:=|\s{1,4})["']?`,
      raw`(?!-)[\w.~+/=:-]{8,1024}`,
    ),
    accepts: isToken,
  },
  {
    ...told(
      "password",
      "mysql mariadb sshpass docker podman nerdctl oras registry zip",
      raw`\b${COMMANDS}\s(?:[^\n|;&]{0,160}?\s)?-[pP]\s?["']?`,
      raw`(?![-:])[^\s"'\x60\\|;&<>$]{4,255}`,
    ),
    accepts: (value) => isGiven(value) && !/^[\d.]+(?:[:/][\d:/a-z]*)?$|^\/|:\d+$/.test(value),
  },
  {
    ...told("password", "sshpass", raw`\bsshpass\s{1,4}-p\s{0,4}["']?`, raw`[^\s"'\\]{3,255}`),
  },
  {
    ...told(
      "password",
      "curl wget http",
      raw`\b(?:curl|wget|https?)\s(?:[^\n|;]{0,400}?\s)?(?:-u|--user|-U|--proxy-user|-a|--auth)[\s=]{0,3}["']?[^\s:"'/]{1,64}:`,
      raw`[^\s"'\x60]{3,255}`,
    ),
    accepts: (value) => !isFiller(value),
  },
  {
    ...told(
      "password",
      "login account",
      raw`\b(?:login|account)\s{1,8}[^\s"']{1,128}\s{1,8}password\s{1,8}["']?`,
      raw`[^\s"'\\]{3,255}`,
    ),
    accepts: (value) => !isFiller(value),
  },
  {
    ...told(
      "password",
      "identified password",
      raw`\b(?:identified\s{1,4}(?:with\s{1,4}[\w"'\x60]{1,64}\s{1,4})?(?:by|as)(?:\s{1,4}password)?|password(?:\s{1,4}for\s{1,4}[^\s=]{1,64}\s{0,4}=?)?)\s{1,4}\\{0,2}["']`,
      raw`[^\s"'\\]{3,255}(?=\\{0,2}["'])`,
    ),
    accepts: (value) => !isFiller(value) && /^[^,;:=)]/.test(value),
  },
  {
    ...told(
      "secret",
      SECRET_HINTS,
      `${SECRET}${SET}${QUOTES}`,
      raw`(?=[\w.~+/=-]{0,1023}\d)[\w.~+/=-]{12,1024}`,
    ),
    accepts: isToken,
  },
  {
    // Keys of no form of their own, next to the names of those who issue them.
    ...told(
      "secret",
      "cohere mistral deepseek datadog dd_ algolia twilio heroku cloudflare codecov jfrog okta mailgun newrelic new_relic pinecone wandb deepgram assemblyai twitch rapidapi zendesk discord adafruit adobe airtable bittrex hubspot sonar sumo yandex lob_",
      raw`(?:cohere|mistral|deepseek|datadog|dd_(?:api|app)|algolia|twilio|heroku|cloudflare|codecov|jfrog|okta|mailgun|new_?relic|pinecone|wandb|deepgram|assemblyai|twitch|rapidapi|zendesk|discord|adafruit|adobe|airtable|bittrex|hubspot|sonar|sumo|yandex|lob_)[\w.-]{0,24}${SET}${QUOTES}`,
      raw`(?=[\w.=-]{0,99}\d)[\w.=-]{24,100}(?![\w-])`,
    ),
    ...RANDOM,
  },
  {
    kind: "email",
    hints: ["@"],
    pattern: /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g,
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
