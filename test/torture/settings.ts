import { parseArgs } from "node:util";

/** How many cases of each attack are tried, if none is named. */
const ATTACKS = {
  kills: 2_000,
  takeovers: 200,
  noise: 100_000,
  splices: 1_000_000,
  faults: 2_000,
  cuts: 100_000,
  indexes: 10_000,
  keepers: 20_000,
  commands: 500,
  vaults: 10_000,
  rounds: 5_000,
};
type Attack = keyof typeof ATTACKS;

/** `document`: the page has what each attack gave, as soon as it ends. */
type Settings = Readonly<Record<Attack | "seed" | "minutes", number> & Record<"document", boolean>>;

/**
 * Of attacks that are named with a number, these alone run; 0 leaves one out.
 * @throws {TypeError} wrong usage
 */
export function readSettings(args: readonly string[]): Settings {
  const names = ["seed", "minutes", ...Object.keys(ATTACKS)];
  const numbers = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const options = { ...numbers, document: { type: "boolean" as const } };
  const given: Readonly<Record<string, string | boolean | undefined>> = parseArgs({
    ...{ options, args: [...args] },
  }).values;
  const isNamed = Object.keys(ATTACKS).some((name) => readNumber(name, given[name], 0) > 0);
  const cases = (name: Attack): number =>
    readNumber(name, given[name], isNamed ? 0 : ATTACKS[name]);
  return {
    seed: readNumber("seed", given["seed"], 1),
    minutes: readNumber("minutes", given["minutes"], 0),
    kills: cases("kills"),
    takeovers: cases("takeovers"),
    noise: cases("noise"),
    splices: cases("splices"),
    faults: cases("faults"),
    cuts: cases("cuts"),
    indexes: cases("indexes"),
    keepers: cases("keepers"),
    commands: cases("commands"),
    vaults: cases("vaults"),
    rounds: cases("rounds"),
    document: given["document"] === true,
  };
}

function readNumber(name: string, text: string | boolean | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  const isFine = name === "minutes" ? value >= 0 : Number.isSafeInteger(value) && value >= 0;
  if (isFine && String(text).trim() !== "") return value;
  const kind = name === "minutes" ? "a number" : "a whole number";
  throw new TypeError(`--${name} ${String(text)}: not ${kind} from 0 on`);
}
