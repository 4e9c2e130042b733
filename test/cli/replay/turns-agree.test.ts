import fc from "fast-check";
import { expect, test } from "vitest";
import { surveySession } from "../../../src/cli/replay/survey.js";
import { turnList } from "../../../src/reducers/turn-list.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { listSource } from "../../../src/testing/definition.js";

test("the turns that are shown have the numbers that rollback and fork know them by", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), async ({ events }) => {
      const source = listSource(events);
      const shown = (await surveySession(source.read())).turns;
      const known = await turnList(source);
      expect(
        shown
          .filter(({ number }) => number !== null)
          .map(({ number, boundaryOffset }) => ({ number, boundaryOffset })),
      ).toEqual(
        known
          .filter(({ number }) => number !== null)
          .map(({ number, boundaryOffset }) => ({ number, boundaryOffset })),
      );
    }),
  );
});
