import fc from "fast-check";

/**
 * A failing property prints its seed. Run the same cases again with
 * `REFOLD_SEED=<seed> npm test`, or look further with `REFOLD_RUNS=<number> npm test`.
 */
fc.configureGlobal({
  ...numberFrom("REFOLD_SEED", "seed"),
  ...numberFrom("REFOLD_RUNS", "numRuns"),
});

function numberFrom(variable: string, parameter: "seed" | "numRuns"): fc.GlobalParameters {
  const text = process.env[variable];
  if (text === undefined || text === "") return {};
  const value = Number(text);
  if (!Number.isInteger(value)) throw new Error(`${variable} is not a whole number: ${text}`);
  return { [parameter]: value };
}
