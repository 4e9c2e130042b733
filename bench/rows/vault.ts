import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findHomeFiles } from "../../src/vault/homes.js";
import { keepFiles } from "../../src/vault/keep-files.js";
import { openVault } from "../../src/vault/vault.js";
import { watchHomes } from "../../src/vault/watch-homes.js";
import { writeBloatedHome } from "../bloated-home.js";
import { designed } from "../budgets.js";
import { type Bench, extraOf, type Probe, type Result, type Row } from "../row.js";

const SESSIONS = 10_000;
const QUICK_SESSIONS = 400;
const SESSION_BYTES = 8_000;
/** A watch looks at everything so often by itself. */
const EVERY_MS = 10 * 60_000;
const WATCHED_MS = 20_000;
/** A file that changed just before it was looked at is read once more by the next look. */
const AGE_MS = 2_500;

async function keep(home: string, folder: string): Promise<number> {
  const vault = await openVault(folder, { isBegun: true });
  const { readBytes } = await keepFiles(vault, findHomeFiles({}, [home]));
  vault.close();
  return readBytes;
}

/** There is no vault. */
const first: Probe = async ({ home, vault }, measure) => {
  rmSync(String(vault), { recursive: true, force: true });
  await measure(async () => {
    await keep(String(home), String(vault));
  });
  return { vaultBytes: sizeOf(String(vault)) };
};

/** Nothing has changed since. */
const next: Probe = async ({ home, vault }, measure) => {
  let readBytes = 0;
  await measure(async () => {
    readBytes = await keep(String(home), String(vault));
  });
  return { readBytes };
};

/** What a watch takes while nothing happens, and with its share of the looks that come by themselves. */
const watch: Probe = async ({ home, vault: folder }, measure) => {
  const vault = await openVault(String(folder));
  const end = new AbortController();
  let usedMs = 0;
  let looked: () => void = () => undefined;
  const firstLook = new Promise<void>((resolve) => (looked = resolve));
  const began = process.cpuUsage();
  const watching = watchHomes({
    ...{ vault, everyMs: EVERY_MS, signal: end.signal, onLook: () => looked() },
    find: () => findHomeFiles({}, [String(home)]),
    onFailure: (error) => {
      throw error;
    },
    onUnwatched: (error) => {
      throw error;
    },
  });
  await firstLook;
  const look = process.cpuUsage(began);
  await measure(async () => {
    const before = process.cpuUsage();
    await delay(WATCHED_MS);
    const { user, system } = process.cpuUsage(before);
    usedMs = (user + system) / 1_000;
  });
  end.abort();
  await watching;
  const lookMs = (look.user + look.system) / 1_000;
  return { percent: (usedMs / WATCHED_MS + lookMs / EVERY_MS) * 100 };
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const share = bench.isQuick ? 0.1 : 1;
  const bloated = join(bench.scratch, "vault-bloated");
  const place = { home: bloated, vault: join(bench.scratch, "vault") };
  const bytes = writeBloatedHome(bloated, { checkpoints: 400 * share, images: 1_000 * share });
  const sampled = await bench.sample("vault", { first: place }, bench.isQuick ? 1 : 3);
  const gigabytes = `${(bytes / 1e9).toFixed(1)} GB`;
  const { ms, peakMb } = sampled("first");
  rmSync(bloated, { recursive: true });
  const speed = `${(bytes / 1_000 / ms).toFixed(0)} MB/s`;
  return [
    {
      ...{ name: `vault, first pass over ${gigabytes}, ${speed}: ms for each GB`, unit: "ms" },
      ...{ measured: ms / (bytes / 1e9), floor: null, ...designed("vault, first pass") },
    },
    {
      ...{ name: "vault, first pass, peak memory", unit: "MB", measured: peakMb, floor: null },
      ...designed("vault, first pass, memory"),
    },
    {
      ...{ name: `vault of ${gigabytes}, against their bytes`, unit: "MB" },
      ...{ measured: extraOf(sampled("first"), "vaultBytes") / 1e6, floor: bytes / 1e6 },
      ...designed("vault, bytes on disk"),
    },
    ...(await manySessions(bench)),
  ];
}

async function manySessions(bench: Bench): Promise<readonly Result[]> {
  const count = bench.isQuick ? QUICK_SESSIONS : SESSIONS;
  const place = {
    home: join(bench.scratch, "vault-many"),
    vault: join(bench.scratch, "vault-of-many"),
  };
  writeSessions(place.home, count);
  await delay(AGE_MS);
  await keep(place.home, place.vault);
  const sampled = await bench.sample("vault", { next: place, watch: place }, bench.isQuick ? 1 : 2);
  const sessions = `${count.toLocaleString("en-US")} sessions`;
  if (extraOf(sampled("next"), "readBytes") > 0) throw new Error("a session was read again");
  return [
    {
      ...{ name: `vault, next pass over ${sessions} that did not change`, unit: "ms" },
      ...{ measured: sampled("next").ms, floor: null, ...designed("vault, next pass") },
    },
    {
      ...{ name: `vault, watching ${sessions} at rest: share of a core`, unit: "%" },
      ...{
        measured: extraOf(sampled("watch"), "percent"),
        floor: null,
        ...designed("vault, watching"),
      },
    },
  ];
}

/** A folder of a day has a hundred. */
function writeSessions(home: string, count: number): void {
  const text = `{"type":"event_msg","payload":{"type":"agent_message","message":"${"word ".repeat(SESSION_BYTES / 5)}"}}\n`;
  for (let number = 0; number < count; number += 1) {
    const [month, day] = [1 + Math.floor(number / 2_800), 1 + (Math.floor(number / 100) % 28)];
    const folder = join(
      home,
      "sessions",
      "2026",
      ...[month, day].map((part) => String(part).padStart(2, "0")),
    );
    if (number % 100 === 0) mkdirSync(folder, { recursive: true });
    const id = `019d3a00-0000-7000-8000-${String(number).padStart(12, "0")}`;
    writeFileSync(
      join(folder, `rollout-2026-04-01T08-00-00-${id}.jsonl`),
      `{"type":"session_meta","payload":{"id":"${id}"}}\n${text}`,
    );
  }
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  );
}

export const row: Row = { run, probes: { first, next, watch } };
