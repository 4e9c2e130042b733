import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { callRefold } from "../../cli/run-refold.js";
import { AskedServer, codeIn, PAGE } from "./asked-server.js";

let server: AskedServer;
beforeAll(async () => {
  server = await AskedServer.open();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  expect(server.defects).toEqual([]);
});

/** What is sent, byte for byte. @returns what comes back, to its end */
async function sendRaw(lines: readonly string[]): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  socket.end(`${lines.join("\r\n")}\r\n\r\n`);
  let answer = "";
  socket.on("data", (part) => (answer += part.toString()));
  await once(socket, "close");
  return answer;
}

async function headOfThread(): Promise<number> {
  const store = jsonlStore({ home: server.home });
  const head = await store.head(server.threadId);
  await store.close();
  return head;
}

describe("who asks", () => {
  test.each([
    ["another name that leads here", "attacker.example"],
    ["another name with the port", "attacker.example:PORT"],
    ["a name that begins as one of ours", "127.0.0.1:PORT.attacker.example"],
    ["a name that ends as one of ours", "attacker.example@127.0.0.1:PORT"],
    ["another port", "127.0.0.1:1"],
    ["no port", "127.0.0.1"],
    ["another address that leads here", "127.0.0.2:PORT"],
    ["any address", "0.0.0.0:PORT"],
  ])("has named this server: %s is refused", async (_, host) => {
    const headers = { host: host.replace("PORT", String(server.port)), cookie: server.cookie };
    for (const path of ["/", "/api/sessions"]) {
      const refused = await server.send(path, { headers });
      expect([refused.status, codeIn(refused)]).toEqual([421, "refused"]);
    }
  });

  test.each(["127.0.0.1", "localhost", "[::1]"])("may say %s", async (name) => {
    const { port, cookie } = server;
    const headers = { host: `${name}:${port}`, cookie };
    expect((await server.send("/api/about", { headers })).status).toBe(200);
  });

  test("says a host", async () => {
    expect(await sendRaw(["GET / HTTP/1.0"])).toMatch(/^HTTP\/1\.1 421 /);
    const host = `Host: 127.0.0.1:${server.port}`;
    for (const target of ["//", "http://:0/", "*"]) {
      const answer = await sendRaw([`GET ${target} HTTP/1.1`, host, "Connection: close"]);
      expect(answer, target).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect(await sendRaw(["GET / HTTP/1.1", "Connection: close"])).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  test.each(["", "wrong", "a".repeat(43), "ä".repeat(20)])(
    "has the token: not %j",
    async (token) => {
      const refused = await server.enter(token);
      expect([refused.status, codeIn(refused)]).toEqual([401, "wrong-token"]);
      expect(refused.headers["set-cookie"]).toBeUndefined();
    },
  );

  test("is let in by a cookie that scripts and other sites have no hold of", async () => {
    const { headers } = await server.enter(server.token);
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(/^refold-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/),
    ]);
    expect(server.cookie).not.toContain(server.token);
  });

  test.each(["", "refold-1=x", "other=y"])("has a cookie: not %j", async (cookie) => {
    const named = cookie.replace("refold-1", `refold-${server.port}`);
    for (const path of ["about", "sessions", `session/${server.threadId}/live`]) {
      const refused = await server.send(`/api/${path}`, { headers: { cookie: named } });
      expect([refused.status, codeIn(refused)]).toEqual([401, "unauthorised"]);
    }
  });

  test.each(["cross-site", "same-site"])("is no other page: %s", async (site) => {
    const headers = { cookie: server.cookie, "sec-fetch-site": site };
    const refused = await server.send("/api/sessions", { headers });
    expect([refused.status, codeIn(refused)]).toEqual([403, "refused"]);
  });
});

describe("what changes something", () => {
  const path = () => `/api/session/${server.threadId}/act/rename`;
  const ours = () => ({
    ...{ cookie: server.cookie, origin: server.origin, "content-type": "application/json" },
  });

  test.each([
    ["comes from another page", { origin: "http://attacker.example" }, 403],
    ["comes from a page without an origin", { origin: "null" }, 403],
    ["comes from another port", { origin: "http://127.0.0.1:1" }, 403],
    ["comes from a page that says it is another site's", { "sec-fetch-site": "cross-site" }, 403],
    ["is a form", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["is a form of text", { "content-type": "text/plain" }, 415],
    ["is a form of files", { "content-type": "multipart/form-data; boundary=x" }, 415],
    ["is of no type", { "content-type": "" }, 415],
    ["has no cookie", { cookie: "" }, 401],
  ])("is refused if it %s", async (_, headers, status) => {
    const before = await headOfThread();
    const asked = { method: "POST", headers: { ...ours(), ...headers }, body: '{"title":"x"}' };
    expect((await server.send(path(), asked)).status).toBe(status);
    expect(await headOfThread()).toBe(before);
  });

  test("is refused if it comes from no page at all", async () => {
    const headers = { cookie: server.cookie, "content-type": "application/json" };
    const refused = await server.send(path(), { method: "POST", headers, body: "{}" });
    expect(refused.status).toBe(403);
  });

  test.each(["GET", "PUT", "DELETE", "OPTIONS", "PATCH"])("is no %s", async (method) => {
    const before = await headOfThread();
    const refused = await server.send(path(), { method, headers: ours() });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.headers["access-control-allow-origin"]).toBeUndefined();
    expect(await headOfThread()).toBe(before);
  });

  test("is no larger than a plan may be", async () => {
    const body = JSON.stringify({ title: "x".repeat(1024 * 1024) });
    const refused = await server.send(path(), { method: "POST", headers: ours(), body });
    expect([refused.status, codeIn(refused)]).toEqual([413, "refused"]);
  });

  test.each(["", "[]", "null", "{", '"x"'])("is a JSON object: not %j", async (body) => {
    const refused = await server.send(path(), { method: "POST", headers: ours(), body });
    expect([refused.status, codeIn(refused)]).toEqual([400, "bad-request"]);
  });

  test.each(["fork", "rollback", "undo", "redo", "rename", "compact", "export", "experiment"])(
    "is refused by a server that only reads: %s",
    async (act) => {
      await using reader = await AskedServer.open({ readOnly: true });
      const refused = await reader.act(reader.threadId, act, { at: 1, to: 1, format: "md" });
      expect([refused.status, codeIn(refused)]).toEqual([403, "read-only"]);
    },
  );
});

describe("paths", () => {
  test.each([
    "/../package.json",
    "/..%2fpackage.json",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/folder",
    "/folder/",
    "//etc/passwd",
    "/%00",
    "/%zz",
    "/api/session/..%2f..%2fetc%2fpasswd",
    "/api/session/%2fetc%2fpasswd/events",
    "/api/session/fixtures%2fclean.jsonl",
    "/api/session/__proto__",
    "/api/session/KEY/__proto__",
    "/api/session/KEY/constructor",
    "/api/session/KEY/events/more",
    "/api/toString",
  ])("%s leads nowhere", async (path) => {
    const named = path.replace("KEY", server.threadId);
    const refused = await server.send(named, { headers: { cookie: server.cookie } });
    expect([refused.status, codeIn(refused)]).toEqual([404, "not-found"]);
    expect(refused.text).not.toContain("root:");
  });

  test("a session that was not listed is not opened, whatever its path", async () => {
    const refused = await server.ask(`diff?a=${server.threadId}&at=1&b=fixtures/clean.jsonl&bt=1`);
    expect([refused.status, codeIn(refused)]).toEqual([404, "not-found"]);
  });

  test("the page itself needs no cookie, and says nothing", async () => {
    expect((await server.send("/")).text).toBe(PAGE);
  });
});

test("no answer may be framed, read by another page, kept, or taken for what it is not", async () => {
  for (const path of ["/", "/api/about", "/api/nothing", "/nothing"]) {
    const { headers } = await server.send(path, { headers: { cookie: server.cookie } });
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  }
});

test.each([
  ["--host", "0.0.0.0"],
  ["--host", "192.0.2.1"],
])("others reach the server only if that was typed out: %s %s", async (...words) => {
  const { code, stderr } = await callRefold(["ui", "--no-open", ...words]);
  expect(code).toBe(2);
  expect(stderr).toContain("--i-know-that-sessions-hold-secrets");
});
