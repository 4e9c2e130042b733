import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Redactor, redactText } from "../../../src/projections/redaction/redactor.js";
import { SECRET_KINDS } from "../../../src/projections/redaction/secret-rules.js";
import { TOKEN_FORMS } from "../../../src/projections/redaction/token-rules.js";
import { type Contexts, HARMLESS, PASSWORD_CONTEXTS, TOKEN_CONTEXTS } from "./contexts.js";
import { madeFrom } from "./made-from.js";

const DOCS = readFileSync(new URL("../../../docs/redaction.md", import.meta.url), "utf8");
const RUNS = 20;
const SEED = 20260401;

const letters = fc.string({
  minLength: 9,
  maxLength: 16,
  unit: fc.constantFrom(...Array.from("bdfghkmnprtvz")),
});
const holding = (signs: string) =>
  letters.map((word) => `${word.slice(0, 4)}${signs}${word.slice(4)}`);
const passwords = fc.oneof(letters, ...["7", "-3!", "7é", "@2"].map(holding));
/** What nobody writes without quotes. */
const anyPasswords = fc.oneof(passwords, ...["(7)", "/7/", "$8", "#9", "D7E", "&6"].map(holding));
const tokens = fc
  .string({
    minLength: 22,
    maxLength: 38,
    unit: fc.constantFrom(...Array.from("aBcDeFgHiJkLm0123456789")),
  })
  .map((text) => `${text}7x`);

/** How many of the texts hold nothing of their secret any more. */
function found(texts: readonly (readonly [text: string, secret: string])[]): number {
  return texts.filter(([text, secret]) => !redactText(text).text.includes(secret)).length;
}

function planted(contexts: Contexts[string], secrets: fc.Arbitrary<string>) {
  return contexts.flatMap(([before, after]) =>
    fc
      .sample(secrets, { numRuns: RUNS, seed: SEED })
      .map((secret) => [`see ${before}${secret}${after} there`, secret] as const),
  );
}

/** A row of the table in docs/redaction.md. */
function expectRow(name: string, count: number, of: number): void {
  const rows = DOCS.split("\n").map((line) => line.replace(/\s+/g, " "));
  expect(rows).toContain(`| ${name} | ${of} | ${((100 * count) / of).toFixed(1)} % |`);
}

test("docs/redaction.md says how many tokens of each form are found", () => {
  const made = TOKEN_FORMS.flatMap(([, , , form]) =>
    fc
      .sample(madeFrom({ source: `^(?:${form})$` }), { numRuns: RUNS, seed: SEED })
      .filter((secret) => new RegExp(`^${form}$`).test(secret))
      .map((secret) => [`see "${secret}" there`, secret] as const),
  );
  expectRow("tokens by form", found(made), made.length);
});

test.each(Object.entries(PASSWORD_CONTEXTS))(
  "docs/redaction.md says how many passwords are found in %s",
  (name, contexts) => {
    const inQuotes = ([before]: readonly [string, string]): boolean => /["'`]$/.test(before);
    const texts = [
      ...planted(contexts.filter(inQuotes), anyPasswords),
      ...planted(
        contexts.filter((one) => !inQuotes(one)),
        passwords,
      ),
    ];
    expectRow(`passwords in ${name}`, found(texts), texts.length);
  },
);

test.each(Object.entries(TOKEN_CONTEXTS))(
  "docs/redaction.md says how many tokens of no form are found in %s",
  (name, contexts) => {
    const texts = planted(contexts, tokens);
    expectRow(`tokens in ${name}`, found(texts), texts.length);
  },
);

test("redacting what was told a second time changes nothing", () => {
  const contexts = [...Object.values(PASSWORD_CONTEXTS), ...Object.values(TOKEN_CONTEXTS)].flat();
  const told = fc
    .tuple(fc.constantFrom(...contexts), fc.oneof(passwords, tokens))
    .map(([[before, after], secret]) => `${before}${secret}${after}`);
  const parts = fc.array(fc.oneof(told, fc.constantFrom(...HARMLESS)), {
    minLength: 1,
    maxLength: 5,
  });
  const property = fc.property(parts, fc.constantFrom(" ", "\n", ""), (texts, between) => {
    const { text } = redactText(texts.join(between));
    expect(redactText(text)).toEqual({ text, findings: [] });
  });
  fc.assert(property, { numRuns: 300 });
});

test("a secret has one placeholder, whatever tells it", () => {
  const { text } = redactText(
    'password=k3JhG7dLmN2pQ8rS\napi_key: "k3JhG7dLmN2pQ8rS" k3JhG7dLmN2pQ8rS',
  );
  expect(text.match(/\[redacted:[^\]]+\]/g)).toEqual(Array(3).fill("[redacted:password:1]"));
});

test("docs/redaction.md names every provider whose tokens are known", () => {
  const text = DOCS.replace(/\s+/g, " ");
  const services = TOKEN_FORMS.filter(([kind]) => kind === "service-token");
  const providers = services.flatMap(([, provider]) => provider.split(", "));
  expect(providers.filter((provider) => !text.includes(provider))).toEqual([]);
  expect(SECRET_KINDS.filter((kind) => !text.includes(`\`${kind}\``))).toEqual([]);
});

test.each(HARMLESS.map((text) => [text]))("%s holds no secret", (text) => {
  expect(redactText(text)).toEqual({ text, findings: [] });
});

const SECRET = `ghp_${"aB3dE5fG".repeat(4)}wxyz`;
const codes = Array.from(SECRET, (sign) => sign.charCodeAt(0));
const spelledAs = (one: (code: number) => string, between = ""): string =>
  codes.map(one).join(between);
const hex = (code: number): string => code.toString(16);

test.each([
  ["base 64 after one other byte", Buffer.from(`\xff${SECRET}\xff`, "latin1").toString("base64")],
  ["base 64 after two", Buffer.from(`\xff\xfe${SECRET}\xff`, "latin1").toString("base64")],
  ["base 64 of URLs", Buffer.from(`\xff\xfe\xfd${SECRET}`, "latin1").toString("base64url")],
  ["hexadecimal", spelledAs(hex)],
  ["hexadecimal after an odd digit", `a${spelledAs(hex)}`],
  ["hexadecimal in capitals", spelledAs(hex).toUpperCase()],
  ["hexadecimal with spaces", spelledAs(hex, " ")],
  ["hexadecimal with colons", spelledAs(hex, ":")],
  ["bytes in source code", spelledAs((code) => `0x${hex(code)}`, ", ")],
  ["a URL", spelledAs((code) => `%${hex(code)}`)],
  [
    "part of a URL",
    spelledAs((code) => (code % 3 === 0 ? `%${hex(code)}` : String.fromCharCode(code))),
  ],
  ["JSON", spelledAs((code) => `\\u00${hex(code)}`)],
  ["source code", spelledAs((code) => `\\x${hex(code)}`)],
  ["source code with braces", spelledAs((code) => `\\u{${hex(code)}}`)],
  ["octal", spelledAs((code) => `\\${code.toString(8).padStart(3, "0")}`)],
  ["HTML", spelledAs((code) => `&#${code};`)],
  ["HTML in hexadecimal", spelledAs((code) => `&#x${hex(code)};`)],
])("a secret that was found goes as %s too, by the same placeholder", (_, spelling) => {
  const { text, findings } = redactText(`see ${SECRET} and ${spelling} there`);
  expect(text).not.toContain(spelling);
  expect(findings).toMatchObject([{ placeholder: "[redacted:github-token:1]", count: 2 }]);
  expect(redactText(text)).toEqual({ text, findings: [] });
});

function utf16(text: string): string {
  return Buffer.from(text, "utf16le").toString("base64");
}

test.each([
  ["a very long token", `token=${"aB3d".repeat(5000)}`, "aB3daB3d"],
  ["a long one of a form", `github_pat_${"aB3d".repeat(5000)} there`, "aB3daB3d"],
  ["a secret behind a placeholder", "password=[redacted:email:1]Tr0ub4dor7", "Tr0ub4dor7"],
  ["a password with parentheses", "postgres://bob:s3(cr)et@host/db", "s3(cr)et"],
  ["a password with slashes", "postgres://bob:s3/cr/et@host/db", "s3/cr/et"],
  ["a password that names itself", 'password: "MyPassw0rd"', "MyPassw0rd"],
  ["basic authentication", `'Basic ${btoa("bob:correcthorse")}'`, btoa("bob:correcthorse")],
  ["Docker's", `{"auths":{"r":{"auth":"${btoa("bob:horse")}"}}}`, btoa("bob:horse")],
  [
    "PuTTY's key",
    `Private-Lines: 1\n${"aB3d".repeat(16)}\nPrivate-MAC: ${"0a".repeat(32)}`,
    "aB3d",
  ],
  ["a value of fish", "set -gx DB_PASSWORD correcthorse", "correcthorse"],
  ["a value that set takes", "set ADMIN_PASSWORD k3JhG7dL", "k3JhG7dL"],
  ["a token that set takes", "set -x API_TOKEN k3JhG7dLmN2pQ8rS", "k3JhG7dLmN2pQ8rS"],
  ["a text that YAML says is one", 'password: !!str "correcthorse"', "correcthorse"],
  ["a token that YAML says is a text", "api_key: !!str k3JhG7dLmN2pQ8rS", "k3JhG7dLmN2pQ8rS"],
  ["a personal access token", "PAT=k3JhG7dLmN2pQ8rStU", "k3JhG7dLmN2pQ8rStU"],
  ["one of JSON", '{"pat": "k3JhG7dLmN2pQ8rStU"}', "k3JhG7dLmN2pQ8rStU"],
  ["one of somebody", "DEVOPS_PAT=k3JhG7dLmN2pQ8rStU", "k3JhG7dLmN2pQ8rStU"],
  ["a seed phrase", `seed_phrase = "${"walnut ".repeat(11)}cradle"`, "walnut"],
  ["a mnemonic", `"mnemonic": "${"walnut ".repeat(23)}cradle"`, "cradle"],
  ["quoted printable", "quoted-printable\n\npassword=3Dk3Jh=\nG7dL and so", "G7dL"],
  ["UTF-16", Array.from("password=k3JhG7dL there", (sign) => `${sign}\0`).join(""), "7\0d\0"],
  ["UTF-16, big-endian", Array.from("password=k3JhG7dL ", (sign) => `\0${sign}`).join(""), "7\0d"],
  ["UTF-16 in base 64", utf16("$password = 'k3JhG7dL'"), utf16("$password = 'k3JhG7dL'")],
  ["a literal in two parts", 'password = "correct" + "horse7"', "horse7"],
  ["one over two lines", "password = 'correct' \\\n    'horse7'", "horse7"],
  ["one that begins with its name", 'url += "?password=" +\n  "correct7horse"', "correct7horse"],
  ["a command over two lines", "deploy --password \\\n  correct7horse", "correct7horse"],
  ["a bot in a URL", `https://api.telegram.org/bot123456789:AA${"aB3".repeat(11)}/x`, "aB3aB3"],
])("%s is replaced", (_, text, secret) => {
  const { text: redacted } = redactText(text);
  expect(redacted).not.toContain(secret);
  expect(redactText(redacted)).toEqual({ text: redacted, findings: [] });
});

const REPEATED = [
  "password=",
  "password:password:",
  "-eyJ",
  "sk-sk-",
  "awskey",
  "curl -u ",
  "mysql -p ",
  "%25",
  "\\\\",
  "&amp;",
  "6768",
  "67 ",
  "QUJD",
  "://a:",
  "a@a.",
  '"',
  "name: password ",
  "<password>",
  "/home/",
  "token=",
  "-----BEGIN PRIVATE KEY-----",
  "authorization: ",
  "cookie: ",
  "[redacted:email:1]",
  "a",
  "1",
  "-",
  " ",
  "password=[redacted:email:1]",
  "login a ",
  "identified by ",
  "?sig=",
  "jdbc:oracle:a:b",
  "session=",
  "ghp_aB3dE5fGaB3dE5fGaB3dE5fG ",
  "QUJD".repeat(19) + "\n",
  "insert into a (password, a) values ('a', ",
  "echo a | ",
  "password: str = ",
  "\n- password: a1(",
  '<input value="aaaaaa" ',
  "| password | aaaaaa1 ",
  '"value":"aaaa","name":',
  "\na:1234:b:c:",
  "0x41, ",
  "password=3D",
  "=\n=3D",
  'password: "a" + ',
  '" + "',
  "\\\n",
  "a\0",
  "\0a",
  "set -x ",
  "mnemonic: walnut ",
  "walnut ",
  "pat: !!str ",
] as const;

describe("time grows with the text only", () => {
  test("for whatever is repeated", () => {
    for (const unit of REPEATED) {
      const [small, large] = [cpuMsOf(unit, 10_000), cpuMsOf(unit, 80_000)];
      expect(large, unit).toBeLessThan(8 * 3 * small + 75);
    }
  });

  test("for any number of secrets", () => {
    const many = (count: number): string =>
      Array.from(
        { length: count },
        (_, at) => `password=hunter${at}x ghp_${at}${"aB3d".repeat(8)}`,
      ).join("\n");
    const [small, large] = [cpuMs(many(500)), cpuMs(many(4000))];
    expect(large).toBeLessThan(8 * 3 * small + 250);
  });
});

test.each([
  ["base 64", "A", ""],
  ["a token", "a", "token=a1"],
  ["a private key", "A", "-----BEGIN PRIVATE KEY-----"],
  ["a private key with hyphens", `${"A".repeat(62_500)}-`, "-----BEGIN PRIVATE KEY-----"],
  ["escapes of JSON", "\\n", '["'],
])("%s of 8 MB needs no stack of that size", (_, unit, before) => {
  const text = `${before}${unit.repeat(Math.ceil(8_000_000 / unit.length))}${before === '["' ? '"]' : ""}`;
  expect(redactText(text).text.length).toBeGreaterThan(0);
});

function cpuMsOf(unit: string, length: number): number {
  return cpuMs(unit.repeat(Math.ceil(length / unit.length)));
}

function cpuMs(text: string): number {
  const before = process.cpuUsage();
  redactText(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const SESSIONS = "../shared/sessions";
/** What stands in every session, and is meant to be found. */
const USUAL = new Set(["email", "home-path"]);

test.runIf(existsSync(SESSIONS))(
  "recorded sessions give one false alarm in 100 kB at most",
  () => {
    let [bytes, alarms] = [0, 0];
    for (const name of readdirSync(SESSIONS).filter((file) => file.endsWith(".jsonl"))) {
      const text = readFileSync(`${SESSIONS}/${name}`, "utf8");
      const redactor = new Redactor();
      for (const line of text.split("\n")) redactor.survey(line);
      for (const line of text.split("\n")) redactor.redact(line);
      bytes += text.length;
      for (const { kind, count } of redactor.findings) if (!USUAL.has(kind)) alarms += count;
    }
    expect(alarms).toBeLessThanOrEqual(bytes / 100_000); // docs/redaction.md counts them
  },
  120_000,
);
