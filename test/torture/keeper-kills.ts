import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openVault } from "../../src/vault/vault.js";
import { seededRandom } from "../store/jsonl/sample-log.js";
import { contentOf } from "../vault/vault-folder.js";

/** What rounds came to, added up. */
export interface KeeperKillSummary {
  /** Keepers that were killed before they ended. */
  readonly killed: number;
  /** Those that ended before they were killed: all that stood in files was kept. */
  readonly ended: number;
  /** Generations that were read back. */
  readonly generations: number;
}

const FILES = 6;
const FILE_BYTES = 750_000;
/** So often a keeper is left to end: what it saw may not be lost from then on. */
const LEFT_EVERY = 4;

/**
 * Runs `refold keep` as a process of its own and kills it at a random moment, round after round, while files grow
 * and are rewritten between rounds. After each round, everything that an ended keeper had seen is there.
 */
export async function runKeeperKills(seed: number, rounds: number): Promise<KeeperKillSummary> {
  const folder = mkdtempSync(join(tmpdir(), "refold-keeper-"));
  const random = seededRandom(seed);
  const home = join(folder, "home");
  mkdirSync(home);
  const summary = { killed: 0, ended: 0, generations: 0 };
  /** By file: what stood in it, and how much of that an ended keeper saw. */
  const stood = new Map<string, { contents: Buffer[]; seen: number }>();
  let tookMs = 0;
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (let file = 0; file < FILES; file += 1) {
        change(join(home, `${file}.jsonl`), stood, random);
      }
      const began = performance.now();
      const isLeft = round % LEFT_EVERY === 0;
      const killAfterMs = isLeft ? null : tookMs * (0.2 + random());
      const isEnded = await runKeeper(home, join(folder, "store"), killAfterMs);
      if (isLeft) tookMs = performance.now() - began;
      if (isEnded) for (const file of stood.values()) file.seen = file.contents.length;
      summary[isEnded ? "ended" : "killed"] += 1;
      summary.generations += await compare(join(folder, "store", "vault"), home, stood);
    }
    return summary;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function change(
  path: string,
  stood: Map<string, { contents: Buffer[]; seen: number }>,
  random: () => number,
): void {
  const file = stood.get(path) ?? { contents: [], seen: 0 };
  const last = file.contents.at(-1);
  const added = sessionBytes(Math.ceil((FILE_BYTES / 10) * random()));
  const isNew = last === undefined || random() < 0.2;
  const content = isNew ? sessionBytes(FILE_BYTES) : Buffer.concat([last, added]);
  writeFileSync(path, content);
  file.contents.push(content);
  stood.set(path, file);
}

/** Of a Codex session: damage in every line would take a keeper longer than to keep the file. */
function sessionBytes(bytes: number): Buffer {
  const lines: string[] = [];
  for (let made = 0; made < bytes; made += lines.at(-1)?.length ?? 0) {
    const content = [{ type: "input_text", text: randomBytes(1_500).toString("base64") }];
    const payload = { type: "message", role: "user", content };
    const line = { timestamp: "2026-04-01T00:00:00.000Z", type: "response_item", payload };
    lines.push(`${JSON.stringify(line)}\n`);
  }
  return Buffer.from(lines.join("")).subarray(0, bytes);
}

/** @returns whether it ended by itself */
async function runKeeper(
  home: string,
  store: string,
  killAfterMs: number | null,
): Promise<boolean> {
  const words = [join(process.cwd(), "bin/refold.js"), "keep", home, "--to", store];
  const keeper = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  const timer = killAfterMs === null ? null : setTimeout(() => keeper.kill("SIGKILL"), killAfterMs);
  await once(keeper, "close");
  if (timer !== null) clearTimeout(timer);
  assert.ok(
    keeper.exitCode === 0 || keeper.signalCode !== null,
    "a keeper ends with 0, or is killed",
  );
  return keeper.exitCode === 0;
}

async function compare(
  vaultPath: string,
  home: string,
  stood: ReadonlyMap<string, { readonly contents: readonly Buffer[]; readonly seen: number }>,
): Promise<number> {
  const vault = await openVault(vaultPath);
  let generations = 0;
  for (const [path, { contents, seen }] of stood) {
    const name = { tool: "folder", home, path: path.slice(home.length + 1) } as const;
    const texts: Buffer[] = [];
    for (const one of vault.find(name)?.generations ?? []) texts.push(await contentOf(vault, one));
    generations += texts.length;
    const isKept = (content: Buffer): boolean => texts.some((text) => text.equals(content));
    assert.ok(seen === 0 || contents.slice(seen - 1, seen).every(isKept), `${path}: lost`);
    assert.ok(
      texts.every((text) => contents.some((content) => content.equals(text))),
      `${path}: a generation that never stood`,
    );
  }
  vault.close();
  return generations;
}
