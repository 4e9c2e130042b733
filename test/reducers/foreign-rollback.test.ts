import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rollbackTarget } from "../../src/reducers/travel-targets.js";
import { turnList } from "../../src/reducers/turn-list.js";
import { HistoryBuilder } from "../../src/testing/history-builder.js";
import { renderCommand } from "../../src/testing/render-history.js";
import { renderForeignLine } from "../../src/testing/render-lines.js";
import { build, user } from "../testing/by-hand.js";
import { targetOf, threadOf } from "./travelled-thread.js";

describe("a foreign session without lifecycle lines", () => {
  test("its rollback takes the turns whose boundaries go from the ledger, and no others", async () => {
    const property = fc.asyncProperty(
      fc.array(fc.option(fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 12 }),
      async (steps) => {
        const builder = new HistoryBuilder();
        const said: string[] = [];
        for (const [index, turns] of steps.entries()) {
          if (turns === null) {
            renderCommand(builder, user(String(index)));
            said.push(String(index));
          } else {
            takeNewestTurns(builder, turns);
            said.splice(-turns);
          }
          expect(builder.state.turns.userTurns).toBe(said.length);
        }
        const listed = await turnList(threadOf(builder).source);
        const numbered = listed.filter(({ number }) => number !== null);
        expect(numbered.map(({ words }) => words)).toEqual(said);
        expect(numbered.map(({ number }) => number)).toEqual(said.map((_, index) => index + 1));
        expect(listed.filter(({ survives }) => survives)).toEqual(numbered);
      },
    );
    await fc.assert(property);
  });

  test("a summary that goes with a rollback was no turn", async () => {
    const builder = build(user("one"), user("two"));
    renderForeignLine(builder, "compacts-legacy", 0);
    expect(builder.state.ledger.entries.toArray().map(({ summary }) => summary ?? false)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    takeNewestTurns(builder, 1); // the summary, which looks like a user's message
    expect(builder.state.turns.userTurns).toBe(2);
    takeNewestTurns(builder, 1);
    expect(builder.state.turns.userTurns).toBe(1);
  });

  test("a rollback after it goes to before the newest turn that is left", async () => {
    const builder = build(user("one"), user("two"), user("three"));
    takeNewestTurns(builder, 2);
    renderCommand(builder, user("four"));
    const turns = await turnList(threadOf(builder).source);
    expect(turns.map(({ number, fromOffset, toOffset }) => [number, fromOffset, toOffset])).toEqual(
      [
        [1, 1, 4],
        [null, 2, 2],
        [null, 3, 3],
        [2, 5, 5],
      ],
    );
    expect(targetOf(await rollbackTarget(threadOf(builder), { turns: 1 }))).toBe(4);
    expect(targetOf(await rollbackTarget(threadOf(builder), { turns: 2 }))).toBe(0);
  });
});

/** Ledger surgery, as a foreign rollback without lifecycle lines is recorded. */
function takeNewestTurns(builder: HistoryBuilder, turns: number): void {
  const entries = builder.state.ledger.entries.toArray();
  const first = entries.filter(({ origin }) => origin === "user").at(-turns) ?? entries[0];
  const refs =
    first === undefined ? [] : entries.slice(entries.indexOf(first)).map(({ ref }) => ref);
  const reason = "foreign-rollback";
  const historyVersion = builder.nextVersion;
  const data = { refs, strategy: "codex", reason, clearsBaseline: true, historyVersion };
  builder.append({ type: "history.trimmed", data });
}
