import fc from "fast-check";

/** So many characters of an alphabet. */
function run(alphabet: string, minLength: number, maxLength = minLength): fc.Arbitrary<string> {
  const units = fc.nat(alphabet.length - 1).map((index) => alphabet.charAt(index));
  return fc.array(units, { minLength, maxLength }).map((all) => all.join(""));
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = UPPER.toLowerCase();
const WORD = `${UPPER}${LOWER}0123456789`;

/** Secrets of every well-known shape, by the kind that they are redacted as. */
export const SECRETS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "anthropic-key": run(WORD, 40).map((rest) => `sk-ant-api03-${rest}`),
  "openai-key": run(WORD, 48).map((rest) => `sk-proj-${rest}`),
  "github-token": fc.oneof(
    run(WORD, 36).map((rest) => `ghp_${rest}`),
    run(WORD, 36).map((rest) => `gho_${rest}`),
    run(WORD, 60).map((rest) => `github_pat_${rest}`),
  ),
  "gitlab-token": run(WORD, 20).map((rest) => `glpat-${rest}`),
  "aws-access-key": run(`${UPPER}234567`, 16).map((rest) => `AKIA${rest}`),
  "google-key": run(WORD, 35).map((rest) => `AIza${rest}`),
  "slack-token": run(WORD, 24).map((rest) => `xoxb-${rest}`),
  "stripe-key": run(WORD, 24).map((rest) => `sk_live_${rest}`),
  "service-token": run(WORD, 52).map((rest) => `gsk_${rest}`),
  "npm-token": run(WORD, 36).map((rest) => `npm_${rest}`),
  "huggingface-token": run(WORD, 34).map((rest) => `hf_${rest}`),
  jwt: run(WORD, 20).map((rest) => `eyJhbGciOi${rest}.eyJzdWIiOi${rest}.${rest}`),
  email: fc
    .tuple(run(LOWER, 3, 9), run(LOWER, 3, 9))
    .map(([name, host]) => `${name}@${host}.example`),
  "home-path": run(LOWER, 3, 9).map((name) => `/home/${name}`),
  "private-key": run(`${WORD}+/`, 64).map(
    (body) => `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`,
  ),
};

/** Secrets that only what is before them tells: what is before, and the secret. */
export const TOLD_SECRETS: Readonly<Record<string, fc.Arbitrary<readonly [string, string]>>> = {
  password: run(WORD, 8).map((rest) => ["DB_PASSWORD=", `x7${rest}`] as const),
  secret: run(WORD, 20).map((rest) => ['"api_key": "', `k3${rest}`] as const),
  authorization: run(WORD, 24).map((rest) => ["Authorization: Bearer ", `t0${rest}`] as const),
};
