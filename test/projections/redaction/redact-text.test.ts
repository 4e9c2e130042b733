import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactText, Redactor } from "../../../src/projections/redaction/redactor.js";
import { SECRETS, TOLD_SECRETS } from "./secrets.js";

const PLAIN = fc.constantFrom(
  "",
  " ",
  "see ",
  "\n",
  '"',
  "{",
  "die Tür → 漢字 ",
  "a-b_c d ",
  "tokens: 12 ",
);

const toBase64 = (text: string) => Buffer.from(text).toString("base64");
const fromBase64 = (text: string) => Buffer.from(text, "base64").toString();
const escaped = (text: string) =>
  text.replace(/[!-~]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

/** How a text may be spelled in another one, and how that is read. */
const ENCODINGS = {
  base64: { encode: toBase64, decode: fromBase64 },
  base64url: {
    encode: (text: string) => Buffer.from(text).toString("base64url"),
    decode: fromBase64,
  },
  lines: {
    encode: (text: string) =>
      (toBase64(`${"l ".repeat(60)}${text}`).match(/.{1,76}/g) ?? []).join("\n"),
    decode: (text: string) => fromBase64(text).slice(120),
  },
  url: { encode: encodeURIComponent, decode: decodeURIComponent },
  source: {
    encode: escaped,
    decode: (text: string) => text.replace(/\\u00([0-9a-f]{2})/g, unescaped),
  },
} as const;

function unescaped(_whole: string, digits: string): string {
  return String.fromCharCode(parseInt(digits, 16));
}

function isEncoding(name: string): name is keyof typeof ENCODINGS {
  return name in ENCODINGS;
}

describe.each(Object.entries(SECRETS))("%s", (kind, secrets) => {
  test("is replaced wherever it stands, by the same placeholder, and nothing else is", () => {
    const property = fc.property(secrets, PLAIN, PLAIN, (secret, before, after) => {
      const text = `${before} ${secret} ${after} ${secret}`;
      const { text: redacted, findings } = redactText(text);
      const placeholder = `[redacted:${kind}:1]`;
      expect(redacted).toBe(`${before} ${placeholder} ${after} ${placeholder}`);
      expect(findings).toEqual([{ kind, placeholder, count: 2, offsets: [] }]);
    });
    fc.assert(property, { numRuns: 50 });
  });

  test("is replaced right after a terminal's colours, and after an escape of source code", () => {
    const escapes = fc.constantFrom(
      "\x1b[90m",
      "\x1b[1;32m",
      "\\u001b[22m",
      "\\x1b[0m",
      "\\n",
      "\\t",
    );
    const property = fc.property(secrets, escapes, (secret, escape) => {
      const { text } = redactText(`see 1${escape}${secret} and\x1b[0m`);
      expect(text).not.toContain(secret);
      expect(text).toContain(`[redacted:${kind}:1]`);
    });
    fc.assert(property, { numRuns: 50 });
  });

  test("is replaced in base 64 and as URLs spell it, and what stands around it stays", () => {
    const forms = fc.constantFrom(...Object.keys(ENCODINGS).filter(isEncoding));
    const property = fc.property(secrets, forms, PLAIN, (secret, form, before) => {
      const { encode, decode } = ENCODINGS[form];
      const text = `see "${encode(`${before} ${secret} ü`)}"`;
      const { text: redacted, findings } = redactText(text);
      const inner = decode(redacted.slice(5, -1));
      expect(inner).toBe(`${before} [redacted:${kind}:1] ü`);
      expect(findings).toMatchObject([{ kind, count: 1 }]);
    });
    fc.assert(property, { numRuns: 50 });
  });

  test("is replaced right after what a URL, a URL in a URL, or source code spells", () => {
    const before = fc.constantFrom("%09", "%2509", "%25250A", "%C3%A9", "\\u2026", "\\\\u00e9");
    const property = fc.property(secrets, before, (secret, spelled) => {
      const { text, findings } = redactText(`see ${spelled}${secret}`);
      expect(text).not.toContain(secret);
      expect(text.endsWith(`[redacted:${kind}:1]`)).toBe(true);
      expect(findings).toMatchObject([{ kind, count: 1 }]);
    });
    fc.assert(property, { numRuns: 50 });
  });

  test("is replaced inside JSON inside JSON", () => {
    const property = fc.property(secrets, fc.nat(3), (secret, depth) => {
      let text = JSON.stringify({ [secret]: [`\n"${secret}"`] });
      for (let level = 0; level < depth; level++) text = JSON.stringify({ arguments: text });
      const { text: redacted } = redactText(text);
      expect(redacted).not.toContain(secret);
      expect(redacted).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(JSON.parse(redacted)).toBeTypeOf("object");
    });
    fc.assert(property, { numRuns: 30 });
  });
});

describe.each(Object.entries(TOLD_SECRETS))("%s", (kind, secrets) => {
  test("is replaced where its surroundings tell it, and by itself elsewhere", () => {
    const property = fc.property(secrets, PLAIN, ([before, secret], plain) => {
      const { text } = redactText(`${secret} ${plain} ${before}${secret}"`);
      const placeholder = `[redacted:${kind}:1]`;
      expect(text).toBe(`${placeholder} ${plain} ${before}${placeholder}"`);
    });
    fc.assert(property, { numRuns: 50 });
  });
});

const TOKENS = Object.entries(SECRETS).filter(([kind]) => !/^(email|home-path|private)/.test(kind));

test.each(TOKENS)("a %s that was found stays nowhere, not after a letter either", (_, secrets) => {
  const property = fc.property(secrets, fc.constantFrom("x", "_", "file_", "9"), (secret, glue) => {
    expect(redactText(`${glue}${secret} ${secret}`).text).not.toContain(secret);
    expect(redactText(`_${secret}`).text).not.toContain(secret);
  });
  fc.assert(property, { numRuns: 30 });
});

test("a home path is replaced as tools name its folder by it, and no other user's", () => {
  const { text } = redactText("/Users/orla/x ~/.claude/projects/-Users-orla-tide -Users-orlando");
  expect(text).toMatch(/^\[\S+:1]\/x ~\/\.claude\/projects\/\[\S+:2]-tide -Users-orlando$/);
});

test.each([
  ["gsk_", 52],
  ["dckr_pat_", 27],
  ["GOCSPX-", 28],
  ["hvs.", 30],
])("a %s… token is a service's", (start, length) => {
  const { findings } = redactText(`export KEY=x ${start}${"a1".repeat(length / 2)}`);
  expect(findings).toMatchObject([{ kind: "service-token", count: 1 }]);
});

test("redacting a second time changes nothing", () => {
  const all = [
    ...Object.values(SECRETS),
    ...Object.values(TOLD_SECRETS).map((one) => one.map((pair) => pair.join(""))),
  ];
  const property = fc.property(fc.array(fc.oneof(PLAIN, ...all)), (parts) => {
    const { text } = redactText(parts.join(" "));
    expect(redactText(text)).toEqual({ text, findings: [] });
  });
  fc.assert(property, { numRuns: 300 });
});

test.each([
  ["const password = readPassword();"],
  ["password: string; token?: string"],
  ["max_tokens: 4096, token_count: 1234567890123"],
  ["sha256-0849faa3c50fab3718e8bf4947e2234000737cba7c4485c10d3cdf4f63309f24"],
  ["see https://example.com/a:b@c and user@localhost, task-list-of-things-to-do-next-week"],
  ["/home and /Users/ and C:\\Users"],
  ["-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----"],
])("%s holds no secret", (text) => {
  expect(redactText(text)).toEqual({ text, findings: [] });
});

test.each([
  ["/Users/orla/x", "home-path"],
  ["DB_PASS=abc12345", "password"],
  ["DefaultEndpointsProtocol=https;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUz==", "secret"],
  ["C:\\Users\\orla\\x", "home-path"],
  ["\\/home\\/orla\\/x", "home-path"],
  ["postgres://app:s3cr3t@db/main", "url-password"],
  ["aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "aws-secret-key"],
])("%s holds a %s", (text, kind) => {
  expect(redactText(text).findings).toMatchObject([{ kind, count: 1 }]);
});

test.each([
  ["     1→", "     2→"],
  ["   1\t", "   2\t"],
  ["> ", "> "],
  ["  12 | ", "  13 | "],
  ["my_keys/a.pem:1:", "my_keys/a.pem:2:"],
  ["# ", "# "],
])("a private key goes with what is before each of its lines: %s", (first, then) => {
  const lines = ["-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkq", "-----END PRIVATE KEY-----"];
  const text = lines.map((line, at) => `${at === 0 ? first : then}${line}`).join("\n");
  expect(redactText(`${text}\nafter`).text).toBe(`${first}[redacted:private-key:1]\nafter`);
});

test.each([
  [["mysql", "-u", "root", "-pS3cretPw"]],
  [["docker", "login", "-u", "bob", "-p", "S3cretPw"]],
  [["curl", "-u", "bob:S3cretPw", "https://x"]],
  [["server", "--db-password", "S3cretPw"]],
  [["server", "--api-token", "S3cretPw"]],
  [["redis-cli", "-a", "S3cretPw"]],
])("a secret among arguments in a list is replaced: %j", (command) => {
  const { text } = redactText(JSON.stringify({ command }));
  expect(text.replace(/\[redacted:[a-z]+:1]/, "S3cretPw")).toBe(JSON.stringify({ command }));
  expect(text).not.toContain("S3cretPw");
});

test("JSON stays JSON, whatever is replaced in it", () => {
  expect(redactText('{"password": 12345678, "n": [-1.5e3]}').text).toBe(
    '{"password": "[redacted:password:1]", "n": [-1.5e3]}',
  );
  const across = redactText('{"a": "x1", "b": "2y"}', { patterns: ['1", "b": "2'] });
  const own = "[redacted:own:1]";
  expect(across.text).toBe(`{"a": "x${own}", "${own}": "${own}y"}`);
  const backslash = redactText(JSON.stringify(["\\n", "\n"]), { patterns: ['n"'] });
  expect(JSON.parse(backslash.text)).toEqual([`\\${own}`, own]);
  const patterns = fc.constantFrom("\\d", "[a-z]{2}", '"', ".{3}", ": ?.", "[\\\\nu]+", ",.*");
  const values = fc.jsonValue().filter((value) => typeof value === "object" && value !== null);
  const property = fc.property(values, patterns, (value, pattern) => {
    const { text } = redactText(JSON.stringify(value), { patterns: [pattern] });
    expect(JSON.parse(text)).toBeTypeOf("object");
  });
  fc.assert(property, { numRuns: 300 });
});

test("of a text under a name nothing is replaced that is not in it", () => {
  expect(new Redactor({ patterns: ['"', "n"] }).redactNamed("token", "a")).toBe("a");
  expect(new Redactor().redactNamed("password", "tulips4all")).toBe("[redacted:password:1]");
});

test("patterns of your own are redacted too, in time that grows with the text only", () => {
  const text = `ticket ACME-123, ${"a".repeat(100_000)}!`;
  const { findings, text: redacted } = redactText(text, { patterns: ["ACME-\\d+", "(a+)+$"] });
  expect(redacted.startsWith("ticket [redacted:own:1], aaa")).toBe(true);
  expect(findings).toMatchObject([{ kind: "own", count: 1 }]);
});

test.each([["("], ["(?=x)"], ["a*"], [String.raw`(a)\1`]])("%s is no pattern", (pattern) => {
  expect(() => redactText("", { patterns: [pattern] })).toThrow(
    expect.objectContaining({ code: "invalid-argument" }),
  );
});

test("a text that was surveyed is redacted as one that was not: what was plain may hold what others told", () => {
  const told = fc.constantFrom("hunter2x9", "tr0ub4dor", "c0rrecth0rse");
  const texts = fc.array(
    fc.oneof(
      told.map((secret) => `password="${secret}"`),
      told.map((secret) => `they say ${secret} is good`),
      told.map((secret) => JSON.stringify({ note: `it is ${secret}` })),
      fc.tuple(PLAIN, PLAIN).map((parts) => parts.join("as it was")),
    ),
    { maxLength: 12 },
  );
  const property = fc.property(texts, (all) => {
    const [surveyed, others] = [new Redactor(), new Redactor()];
    for (const text of all) {
      surveyed.survey(text);
      others.survey(`${text}\n`);
    }
    const redacted = all.map((text) => surveyed.redact(text));
    expect(redacted).toEqual(all.map((text) => others.redact(text)));
    const names = all.flatMap((text) => /^password="(.*)"$/.exec(text)?.[1] ?? []);
    for (const name of names) expect(redacted.join()).not.toContain(name);
  });
  fc.assert(property);
});
