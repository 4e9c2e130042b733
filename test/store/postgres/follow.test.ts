import { describe, expect, test } from "vitest";
import type { PostgresAccess } from "../../../src/store/postgres/access.js";
import {
  postgresStore,
  type PostgresStoreOptions,
} from "../../../src/store/postgres/postgres-store.js";
import {
  collect,
  contractId,
  newThread,
  notice,
  notices,
  offsetsOf,
  take,
} from "../../../src/testing/store-contract/contract-case.js";
import { schema, usePglite } from "./pglite.js";

const id = contractId(1);
/** So rare that a test in which looking is needed does not end. */
const never = 10 ** 8;

describe("a follower in another store", () => {
  const pglite = usePglite();
  const open = async (options: Partial<PostgresStoreOptions>) => {
    await pglite.empty();
    const writer = postgresStore({ ...pglite.access, schema });
    const reader = postgresStore({ ...pglite.access, schema, ...options });
    await newThread(writer, id, [2]);
    return { writer, reader };
  };
  /** Without any way to listen. */
  const openDeaf = async () => {
    const { access } = pglite;
    const { writer } = await open({});
    const query: PostgresAccess["query"] = (sql, params) => access.query(sql, params);
    return { writer, reader: postgresStore({ query, schema, pollMs: 1 }) };
  };

  test("sees every event once and in order by looking alone", async () => {
    const { writer, reader } = await openDeaf();
    const followed = take(reader.follow(id), 30);
    for (let head = 2; head < 30;) head = await writer.append(id, head, notices(head, head + 3));
    expect(offsetsOf(await followed)).toEqual(Array.from({ length: 30 }, (_, offset) => offset));
    await reader.close();
    await writer.close();
  });

  test("sees them where no notification arrives, as after some poolers", async () => {
    const deaf = async () => async () => undefined;
    const { writer, reader } = await open({ listen: deaf, pollMs: 1 });
    const followed = take(reader.follow(id), 4);
    await writer.append(id, 2, notices(2, 3));
    expect(offsetsOf(await followed)).toEqual([0, 1, 2, 3]);
    await reader.close();
  });

  test("sees them where listening fails", async () => {
    const listen = () => Promise.reject(new Error("no LISTEN here"));
    const { writer, reader } = await open({ listen, pollMs: 1 });
    const followed = take(reader.follow(id), 3);
    await writer.append(id, 2, [notice(2)]);
    expect(offsetsOf(await followed)).toEqual([0, 1, 2]);
    await reader.close();
  });

  test("is woken by a notification, which is sent while somebody follows only", async () => {
    const { writer, reader } = await open({ pollMs: 1 });
    const heard: string[] = [];
    const silence = await pglite.database.listen(`"${schema}_events"`, (name) => heard.push(name));
    await writer.append(id, 2, [notice(2)]);
    const iterator = reader.follow(id)[Symbol.asyncIterator]();
    for (const offset of [0, 1, 2]) {
      expect(await iterator.next()).toMatchObject({ value: { offset } });
    }
    // Until it has announced itself, the follower finds what is new by looking.
    for (let head = 3; heard.length === 0;) {
      const next = iterator.next();
      head = await writer.append(id, head, [notice(head)]);
      expect(await next).toMatchObject({ value: { offset: head - 1 } });
    }
    expect(new Set(heard)).toEqual(new Set([id]));
    await iterator.return?.();
    await silence();
    await reader.close();
    await writer.close();
  });

  test("of a thread is woken by the notification alone", async () => {
    let wake: (threadId: string) => void = () => undefined;
    const listen = async (_: string, heard: (threadId: string) => void) => {
      wake = heard;
      return async () => undefined;
    };
    const { writer, reader } = await open({ listen, pollMs: never });
    const followed = take(reader.follow(id, { from: 2 }), 1);
    await reader.head(id);
    await writer.append(id, 2, [notice(2)]);
    wake(id);
    expect(offsetsOf(await followed)).toEqual([2]);
    await reader.close();
  });

  test("ends with the thread that another store deletes", async () => {
    const { writer, reader } = await openDeaf();
    const followed = collect(reader.follow(id));
    const ended = expect(followed).rejects.toMatchObject({ code: "thread-deleted" });
    await writer.delete(id);
    await ended;
  });
});
