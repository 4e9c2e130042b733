import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { KNOWN_PRICES } from "../../src/models/prices.js";
import { openUiServer } from "../../src/ui/server/ui-server.js";
import { callRefold } from "../cli/run-refold.js";
import { folder as scratch } from "../cli/test-folder.js";
import { postgresUrl } from "./shared-server.js";

const DATABASE = `${postgresUrl}?schema=ui`;
const FOLDER = join(scratch, "ui");
/** A machine that does much else takes a while. */
const PATIENT = { timeout: 30_000 };
let threadId = "";

beforeAll(async () => {
  vi.stubEnv("HOME", scratch); // what a list remembers of a database is there
  const { stdout } = await callRefold(["import", "fixtures/turns.jsonl"], { home: FOLDER });
  threadId = stdout.slice(0, 26);
  await callRefold(["fork", threadId, "--at", "20"], { home: FOLDER });
  await callRefold(["migrate"], { home: DATABASE });
  const copied = await callRefold(["copy", "--all", "--from", FOLDER, "--to", DATABASE]);
  expect(copied).toMatchObject({ code: 0 });
});
afterAll(() => vi.unstubAllEnvs());

/** The server of `refold ui` over a home, as its page talks to it. */
async function openUi(home: string) {
  const server = await openUiServer({
    ...{ home, homes: {}, paths: [], prices: KNOWN_PRICES, version: "0", readOnly: false },
    ...{ host: "127.0.0.1", port: 0, opened: null, pageFolder: scratch },
    onDefect: (error) => {
      throw error;
    },
  });
  onTestFinished(() => server.close());
  const { origin, hash } = new URL(server.url);
  const headers = { origin, "content-type": "application/json" };
  const post = async (path: string, body: object, cookie = "") => {
    const init = { method: "POST", headers: { ...headers, cookie }, body: JSON.stringify(body) };
    return fetch(`${origin}/api/${path}`, init);
  };
  const entered = await post("enter", { token: hash.slice("#token=".length) });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  return {
    act: (path: string, body: object) => post(path, body, cookie),
    get: async (path: string): Promise<unknown> => {
      const answer = await fetch(`${origin}/api/${path}`, { headers: { cookie } });
      const text = await answer.text();
      expect({ path, status: answer.status, text }).toMatchObject({ status: 200 });
      expect(text).not.toContain(new URL(DATABASE).password);
      return JSON.parse(text);
    },
  };
}

test("the page shows the same of a database as of a folder", async () => {
  const [one, other] = [await openUi(FOLDER), await openUi(DATABASE)];
  const session = `session/${threadId}`;
  for (const { get } of [one, other]) {
    await expect.poll(() => get("sessions"), PATIENT).toMatchObject({ isComplete: true });
    await expect.poll(() => get(session), PATIENT).toMatchObject({ isIndexed: true });
  }
  for (const path of [
    "sessions",
    "search?query=the",
    `search?query=the&key=${threadId}`,
    session,
    ...["timeline", "event?offset=12"].map((view) => `${session}/${view}`),
    ...["prompt?at=40", "cache", "forgotten", "tree", "transcript"].map(
      (view) => `${session}/${view}`,
    ),
  ]) {
    const expected = await one.get(path);
    await expect.poll(() => other.get(path), PATIENT).toEqual(expected);
  }
  const home = DATABASE.replace(/:[^:@]*@/, "@");
  expect(await other.get("about")).toMatchObject({ home });
});

test("the page acts upon threads of a database, and sees what was done", async () => {
  const { act, get } = await openUi(DATABASE);
  await expect.poll(() => get("sessions"), PATIENT).toMatchObject({ isComplete: true });
  const renamed = await act(`session/${threadId}/act/rename`, { title: "the tides" });
  expect(await renamed.json()).toMatchObject({ words: "renamed" });
  await expect
    .poll(() => get("sessions?filter=tides"), PATIENT)
    .toMatchObject({ rows: [{ threadId }] });
  const bundle = await act(`session/${threadId}/act/export`, { format: "bundle", redact: true });
  expect(bundle.status).toBe(200);
  expect((await bundle.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
});
