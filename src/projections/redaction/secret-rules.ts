/**
 * How secrets look, as data. Group 1, where a pattern has one, is what is before the secret and
 * stays; the rest of the match goes. All patterns run in linear time: no part that repeats is next
 * to one that could match the same, and what may be long is bounded.
 *
 * Sources: the providers' own documentation of their token formats.
 */
export interface SecretRule {
  /** Names the placeholder: `[redacted:<kind>:1]`. */
  readonly kind: string;
  readonly pattern: RegExp;
  /** One of these is in whatever it matches, in lower case: to look for them first is far quicker. */
  readonly hints: readonly string[];
  /** True where only its surroundings tell a secret: it is then looked for elsewhere by itself too. */
  readonly byContext?: true;
}

/** A user's name in a path; a placeholder is none. */
const NAME = String.raw`(?!\[redacted:)[^\s/\\"'\x60<>|:*?,;()[\]{}$]{1,64}`;

/** Earlier rules go first where two begin at the same place. */
export const SECRET_RULES: readonly SecretRule[] = [
  {
    kind: "private-key",
    hints: ["-----begin "],
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s\\:,.]|-(?!----))*(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  { kind: "anthropic-key", hints: ["sk-ant-"], pattern: /(?<![A-Za-z0-9])sk-ant-[\w-]{16,256}/g },
  {
    kind: "openai-key",
    hints: ["sk-"],
    pattern: /(?<![A-Za-z0-9])sk-(?!ant-)(?:(?:proj|svcacct|admin|None)-)?[\w-]{20,256}/g,
  },
  {
    kind: "github-token",
    hints: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_\w{20,255}|github_pat_\w{22,255})/g,
  },
  {
    kind: "gitlab-token",
    hints: ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glagent-"],
    pattern: /(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-[\w-]{20,255}/g,
  },
  {
    kind: "aws-access-key",
    hints: ["akia", "asia", "abia", "acca"],
    pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g,
  },
  {
    kind: "aws-secret-key",
    hints: ["aws"],
    pattern:
      /(aws.{0,20}(?:secret|key).{0,20}?[=:"'\s\\]{1,8})(?!\[redacted:)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/gi,
    byContext: true,
  },
  { kind: "google-key", hints: ["aiza"], pattern: /(?<![A-Za-z0-9])AIza[\w-]{35}/g },
  { kind: "google-token", hints: ["ya29."], pattern: /(?<![A-Za-z0-9])ya29\.[\w.-]{20,2048}/g },
  {
    kind: "slack-token",
    hints: ["xox", "xapp-"],
    pattern: /(?<![A-Za-z0-9])xox[abeoprs]-[\w-]{10,255}|(?<![A-Za-z0-9])xapp-\d-[\w-]{10,255}/g,
  },
  {
    kind: "slack-webhook",
    hints: ["hooks.slack.com"],
    pattern: /\bhooks\.slack\.com\/(?:services|workflows)\/[\w/]{20,255}/g,
  },
  {
    // DigitalOcean, Docker, Shopify, SendGrid, Google's OAuth clients, Groq, xAI, Vault, Atlassian
    kind: "service-token",
    hints: ["_v1_", "dckr_pat_", "shp", "sg.", "gocspx-", "gsk_", "xai-", "hvs.", "atatt3"],
    pattern:
      /(?<![A-Za-z0-9])(?:do[opr]_v1_[0-9a-f]{64}|dckr_pat_[\w-]{20,64}|shp(?:at|ca|pa|ss)_[0-9a-f]{32}|SG\.[\w-]{16,32}\.[\w-]{32,64}|GOCSPX-[\w-]{20,64}|gsk_[A-Za-z0-9]{40,64}|xai-[A-Za-z0-9]{60,100}|hvs\.[\w-]{24,255}|ATATT3[\w=-]{50,255})/g,
  },
  {
    kind: "stripe-key",
    hints: ["_live_", "_test_", "whsec_"],
    pattern:
      /(?<![A-Za-z0-9])(?:sk|rk|pk)_(?:live|test)_\w{16,255}|(?<![A-Za-z0-9])whsec_\w{24,255}/g,
  },
  { kind: "npm-token", hints: ["npm_"], pattern: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,255}/g },
  { kind: "pypi-token", hints: ["pypi-"], pattern: /(?<![A-Za-z0-9])pypi-[\w-]{50,512}/g },
  { kind: "huggingface-token", hints: ["hf_"], pattern: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,255}/g },
  {
    kind: "jwt",
    hints: ["eyj"],
    pattern: /(?<![A-Za-z0-9])eyJ[\w-]{8,4096}\.eyJ[\w-]{8,16384}\.[\w-]{8,4096}/g,
  },
  {
    kind: "authorization",
    hints: ["authorization"],
    pattern:
      /(\bauthorization["'\\]{0,4}\s{0,8}[:=]\s{0,8}["'\\]{0,4}(?:bearer|basic|token)\s{1,8})(?!\[redacted:)[\w.~+/=-]{8,4096}/gi,
    byContext: true,
  },
  {
    kind: "bearer-token",
    hints: ["bearer"],
    pattern: /(\bbearer\s{1,8})(?!\[redacted:)(?=[\w.~+/=-]{0,4096}\d)[\w.~+/=-]{16,4096}/gi,
    byContext: true,
  },
  {
    kind: "url-password",
    hints: ["://"],
    pattern:
      /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'\\]{0,128}:)(?!\[redacted:)[^\s:/@"'\\]{3,256}(?=@)/gi,
    byContext: true,
  },
  {
    kind: "password",
    hints: ["pass", "pwd"],
    pattern:
      /((?:passwd|password|passphrase|pwd|(?<![a-z])pass(?==))["'\\]{0,4}\s{0,8}(?:=|:(?!:))>?\s{0,8}["'\\]{0,4})(?!\[redacted:)(?=[^\s"'\\,;<>(){}[\]]{0,255}\d)[^\s"'\\,;<>(){}[\]$]{6,255}/gi,
    byContext: true,
  },
  {
    kind: "secret",
    hints: ["key", "token", "secret"],
    pattern:
      /((?:api[_-]?key|apikey|account[_-]?key|access[_-]?key|secret(?:[_-]?(?:key|token|access[_-]?key))?|(?:access|auth|refresh|id|session|private|client)[_-]?(?:token|secret)|token)["'\\]{0,4}\s{0,8}(?:=|:(?!:))>?\s{0,8}["'\\]{0,4})(?!\[redacted:)(?=[\w.~+/=-]{0,1023}\d)[\w.~+/=-]{12,1024}/gi,
    byContext: true,
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
      String.raw`(?<![\w.~-])(?:\\{0,4}/home\\{0,4}/|\\{0,4}/Users\\{0,4}/)${NAME}|\b[A-Za-z]:(?:\\{1,4}|/)Users(?:\\{1,4}|/)${NAME}`,
      "g",
    ),
  },
];
