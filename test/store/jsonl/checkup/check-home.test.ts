import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { blobPath } from "../../../../src/store/jsonl/blobs.js";
import { checkHome } from "../../../../src/store/jsonl/checkup/check-home.js";
import {
  checkAncestry,
  threadsInCircles,
} from "../../../../src/store/jsonl/checkup/check-references.js";
import type { Finding } from "../../../../src/store/jsonl/checkup/finding.js";
import { nodeFileSystem } from "../../../../src/store/jsonl/file-system.js";
import { findRollout } from "../../../../src/store/jsonl/home.js";
import { jsonlStore, type JsonlStore } from "../../../../src/store/jsonl/jsonl-store.js";
import { ownIdentity } from "../../../../src/store/jsonl/process-identity.js";
import {
  contractId,
  fork,
  newThread,
} from "../../../../src/testing/store-contract/contract-case.js";
import { collect } from "../../../dialects/shared/memory-bytes.js";
import { temporaryHome } from "../home.js";
import { itemWithOriginal } from "./item-with-original.js";

const PARENT = contractId(1);
const CHILD = contractId(2);
const TEN_MINUTES_MS = 600_000;

/** A home with a thread of two batches, a fork of it, and a blob that the fork names. */
async function makeHome(): Promise<string> {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  await newThread(store, PARENT, [4, 3]);
  await fork(store, { from: PARENT, at: 3, as: CHILD });
  await nameBlob(store, CHILD, "an original");
  await store.close();
  return home;
}

async function nameBlob(store: JsonlStore, threadId: string, text: string): Promise<void> {
  const hash = await store.blobs.put(Buffer.from(text));
  const head = await store.head(threadId);
  await store.append(threadId, head, [itemWithOriginal(head, hash)]);
}

function rolloutOf(home: string, threadId: string): string {
  return findRollout({ fileSystem: nodeFileSystem, home }, threadId) ?? "";
}

async function kindsIn(home: string): Promise<string[]> {
  const findings = await collect<Finding>(checkHome(home));
  return findings.map(({ kind, severity }) => `${severity} ${kind}`);
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

describe("a healthy home", () => {
  test("gives no finding, whatever its threads, forks and blobs", async () => {
    const threads = fc.array(
      fc.record({
        batches: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
        forkAt: fc.option(fc.nat()),
        blob: fc.option(fc.string()),
      }),
      { maxLength: 4 },
    );
    const property = fc.asyncProperty(threads, async (made) => {
      const home = temporaryHome();
      const store = jsonlStore({ home });
      for (const [index, { batches, forkAt, blob }] of made.entries()) {
        const id = contractId(index * 2 + 1);
        await newThread(store, id, batches);
        const at = (forkAt ?? 0) % (await store.head(id));
        const child = contractId(index * 2 + 2);
        if (forkAt !== null) await fork(store, { from: id, at, as: child });
        if (blob !== null) await nameBlob(store, forkAt === null ? id : child, blob);
      }
      await store.close();
      chmodSync(home, 0o700);
      expect(await kindsIn(home)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 25 });
  });

  test("one that does not exist gives none either", async () => {
    expect(await kindsIn(join(temporaryHome(), "nowhere"))).toEqual([]);
  });

  test("checking changes nothing", async () => {
    const home = await makeHome();
    const before = snapshot(home);
    await kindsIn(home);
    expect(snapshot(home)).toEqual(before);
  });
});

/** Each case breaks a healthy home in one way. */
const CASES: readonly {
  readonly what: string;
  readonly found: readonly string[];
  readonly breakIt: (home: string) => void;
}[] = [
  {
    what: "a file that others may read",
    found: ["warning file-mode"],
    breakIt: (home) => chmodSync(rolloutOf(home, PARENT), 0o644),
  },
  {
    what: "a folder that others may enter",
    found: ["warning folder-mode"],
    breakIt: (home) => chmodSync(join(home, "threads"), 0o755),
  },
  {
    what: "a byte that was changed",
    found: ["error damage"],
    breakIt: (home) => edit(rolloutOf(home, CHILD), (text) => text.replace("tool", "fool")),
  },
  {
    what: "a torn tail",
    found: ["warning torn-tail"],
    breakIt: (home) => appendFileSync(rolloutOf(home, PARENT), '{"offset":7,"id":"01'),
  },
  {
    what: "an empty rollout",
    found: ["error no-events"],
    breakIt: (home) => {
      const path = join(dirname(rolloutOf(home, PARENT)), `${contractId(9)}.jsonl`);
      writeFileSync(path, "", { mode: 0o600 });
    },
  },
  {
    what: "a rollout under another thread's name",
    found: ["error misnamed", "error fork-parent-missing"],
    breakIt: (home) => {
      const path = rolloutOf(home, PARENT);
      renameSync(path, join(dirname(path), `${contractId(9)}.jsonl`));
    },
  },
  {
    what: "a parent that is gone",
    found: ["error fork-parent-missing"],
    breakIt: (home) => rmSync(rolloutOf(home, PARENT)),
  },
  {
    what: "a parent that is another now",
    found: ["error fork-parent-changed"],
    breakIt: (home) => {
      const other = rolloutOf(otherHome.path, PARENT);
      writeFileSync(rolloutOf(home, PARENT), readFileSync(other));
    },
  },
  {
    what: "a blob that is gone",
    found: ["error blob-missing"],
    breakIt: (home) => rmSync(blobFile(home)),
  },
  {
    what: "a blob with other bytes",
    found: ["error blob-corrupt"],
    breakIt: (home) => writeFileSync(blobFile(home), "another original"),
  },
  {
    what: "a blob that nobody names",
    found: ["note blob-orphan"],
    breakIt: (home) => rmSync(rolloutOf(home, CHILD)),
  },
  {
    what: "a lease whose holder ended",
    found: ["warning lease-stale"],
    breakIt: (home) => holdLease(home, { ...ownIdentity(), startTime: "1" }),
  },
  {
    what: "a lease whose holder writes",
    found: ["note lease-live"],
    breakIt: (home) => holdLease(home, ownIdentity()),
  },
  {
    what: "a lease of another host whose heart beats",
    found: ["note lease-elsewhere"],
    breakIt: (home) => holdLease(home, { ...ownIdentity(), boot: "another" }),
  },
  {
    what: "a lease of another host that fell silent",
    found: ["warning lease-elsewhere"],
    breakIt: (home) => age(holdLease(home, { ...ownIdentity(), boot: "another" })),
  },
  {
    what: "a torn tail that was set aside",
    found: ["note torn-copy"],
    breakIt: (home) => {
      const copy = `${rolloutOf(home, PARENT)}.torn-20260401T120000000Z`;
      writeFileSync(copy, "torn", { mode: 0o600 });
    },
  },
  {
    what: "a blob that was half-written",
    found: ["warning leftover"],
    breakIt: (home) => {
      const path = `${blobFile(home)}.abc.new`;
      writeFileSync(path, "half", { mode: 0o600 });
      age(path);
    },
  },
];

const otherHome = { path: "" };

describe("each thing that can be wrong is found", () => {
  test.each(CASES)("$what: $found", async ({ found, breakIt }) => {
    const home = await makeHome();
    chmodSync(home, 0o700);
    otherHome.path = temporaryHome();
    const store = jsonlStore({ home: otherHome.path });
    await newThread(store, PARENT, [7]);
    await store.close();
    expect(await kindsIn(home)).toEqual([]);
    breakIt(home);
    expect((await kindsIn(home)).toSorted()).toEqual(found.toSorted());
  });

  test("damage is told with its line and byte, and with the command that mends it", async () => {
    const home = await makeHome();
    const path = rolloutOf(home, PARENT);
    edit(path, (text) => text.replace("notice 2", "notice 3"));
    const findings = await collect<Finding>(checkHome(home));
    const lines = readFileSync(path, "utf8").split("\n");
    const byte = lines.slice(0, 2).join("\n").length + 1;
    const damage = findings.find(({ message }) => message.includes(": sum,"));
    expect(damage).toMatchObject({ line: 3, byte, path });
    expect(damage?.remedy).toContain(`refold repair ${path} -o `);
  });

  test("a lease that a deletion left after is nobody's to take over: it is to be removed", async () => {
    const home = await makeHome();
    const lease = dirname(holdLease(home, { ...ownIdentity(), startTime: "1" }));
    const remedies = async () =>
      (await collect<Finding>(checkHome(home)))
        .filter(({ kind }) => kind === "lease-stale")
        .map(({ remedy }) => remedy);
    expect(await remedies()).toEqual(["nothing: the next writer takes it over"]);
    const left = join(dirname(lease), `${contractId(9)}.jsonl.lease`);
    renameSync(lease, left);
    expect(await remedies()).toEqual([`rm -r ${left}`]);
    rmSync(left, { recursive: true });
    expect(await collect(checkHome(home))).toEqual([]);
  });

  test("forks that lead back to each other are a circle", async () => {
    const home = await makeHome();
    const store = jsonlStore({ home });
    const parents = new Map([
      [PARENT, CHILD],
      [CHILD, PARENT],
    ]);
    const path = rolloutOf(home, CHILD);
    const fork = { path, threadId: CHILD, parentId: PARENT };
    const found = await checkAncestry(store, fork, threadsInCircles(parents));
    expect(found).toMatchObject({ kind: "fork-cycle", severity: "error", path });
    await store.close();
  });

  test("a thread that leads into a circle is not in it, and the parent of each is looked at twice at most", () => {
    const parents = new Map(
      Array.from({ length: 1_000 }, (_, index) => [`t${index}`, `t${index === 0 ? 4 : index - 1}`]),
    );
    const get = vi.spyOn(parents, "get");
    expect([...threadsInCircles(parents)].toSorted()).toEqual(["t0", "t1", "t2", "t3", "t4"]);
    expect(get.mock.calls.length).toBeLessThanOrEqual(2 * parents.size);
  });
});

function blobFile(home: string): string {
  const root = join(home, "blobs", "sha256");
  const [folder = ""] = readdirSync(root);
  const [name = ""] = readdirSync(join(root, folder));
  return blobPath(home, `sha256-${name}`);
}

function holdLease(home: string, holder: object): string {
  const folder = `${rolloutOf(home, PARENT)}.lease`;
  mkdirSync(folder, { mode: 0o700 });
  const path = join(folder, "0123456789abcdef01234567");
  const since = new Date().toISOString();
  const text = JSON.stringify({ ...holder, since, token: "0123456789abcdef01234567" });
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

function age(path: string): void {
  const then = (Date.now() - TEN_MINUTES_MS) / 1000;
  utimesSync(path, then, then);
}

function snapshot(home: string): readonly string[] {
  return readdirSync(home, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const { mode, size, mtimeMs } = statSync(join(home, name));
      return `${name} ${mode} ${size} ${mtimeMs}`;
    });
}
