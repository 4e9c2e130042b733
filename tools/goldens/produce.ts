import { createHash } from "node:crypto";
import type { Expected } from "./expected.js";
import { keepText } from "./kept-texts.js";
import { openSandbox } from "./sandbox.js";
import { goldenUnits } from "./units.js";

/** A case, and the hash of what it gave. */
export interface Produced {
  readonly name: string;
  readonly hash: string;
}

/** Runs one unit's cases, and keeps the texts that are not the expected ones. */
export async function produce(job: {
  readonly unit: string;
  readonly patterns: readonly string[];
  readonly isKeeping: boolean;
  readonly expected: Expected;
}): Promise<readonly Produced[]> {
  const unit = goldenUnits().find(({ name }) => name === job.unit);
  if (unit === undefined) throw new Error(`unknown unit ${job.unit}`);
  const produced: Produced[] = [];
  const isWanted = (name: string): boolean =>
    job.patterns.length === 0 ||
    job.patterns.some((pattern) => `${unit.name} | ${name}`.includes(pattern));
  const take = (name: string, text: string): void => {
    if (!isWanted(name)) return;
    const whole = `${unit.name} | ${name}`;
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
    if (produced.some((one) => one.name === whole)) throw new Error(`${whole} is there twice`);
    if (job.isKeeping || job.expected.get(whole) !== hash) keepText(hash, text);
    produced.push({ name: whole, hash });
  };
  const sandbox = await openSandbox({ take, isWanted });
  try {
    await unit.run(sandbox);
  } finally {
    sandbox.close();
  }
  return produced;
}
