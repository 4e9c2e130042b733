/** What other stores are held to, on a server. */
import { describe } from "vitest";
import { testReplayThroughForks } from "../reducers/fork-replay-tests.js";
import { testDetaching, testForkedReading } from "../store/family-tests.js";
import { testThreads } from "../testing/model/thread-tests.js";
import { newSchema, newStore, openSchema, useServer } from "./schemas.js";

useServer();

describe("families of forks", () => {
  const open = async () => {
    const schema = await newSchema();
    const writer = openSchema(schema);
    return {
      writer,
      reopen: async () => {
        await writer.close();
        return openSchema(schema);
      },
    };
  };
  testForkedReading(open, 6);
  testDetaching(open, 4);
});

describe("a stored fork of forks", () => {
  testReplayThroughForks(newStore, 4);
});

describe("a thread", () => {
  // The process that comes after a crash takes over what the one before it held.
  const open = async () => {
    const schema = await newSchema();
    return { open: () => openSchema(schema, { steal: true }) };
  };
  testThreads(open, { plain: 6, own: 4 });
});
