import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { archiveRollout } from "../../../src/store/jsonl/change-form.js";
import { nodeFileSystem } from "../../../src/store/jsonl/file-system.js";
import { temporaryHome } from "./home.js";
import { sampleLog } from "./sample-log.js";

const held = { isHeld: () => true };

function plainRollout() {
  const rollout = join(temporaryHome(), "x.jsonl");
  const { bytes } = sampleLog(4, 20);
  writeFileSync(rollout, bytes);
  return { rollout, bytes, fileSystem: nodeFileSystem };
}

describe("archiving leaves the plain file as it is", () => {
  test("when somebody appends to it meanwhile", async () => {
    const { rollout, bytes, fileSystem } = plainRollout();
    const onProgress = () => appendFileSync(rollout, "more\n");
    const archiving = archiveRollout({ fileSystem, rollout, lease: held, onProgress });
    await expect(archiving).rejects.toMatchObject({ code: "fenced" });
    expect(readFileSync(rollout).subarray(0, bytes.length)).toEqual(bytes);
    expect(existsSync(`${rollout}.gz`)).toBe(false);
  });

  test("when the archive does not read like it", async () => {
    const { rollout, bytes, fileSystem } = plainRollout();
    const onProgress = () => {
      const file = openSync(rollout, "r+");
      writeSync(file, "#", 100);
      closeSync(file);
    };
    const archiving = archiveRollout({ fileSystem, rollout, lease: held, onProgress });
    await expect(archiving).rejects.toMatchObject({ code: "archive-damaged" });
    expect(readFileSync(rollout)).toHaveLength(bytes.length);
    expect(existsSync(`${rollout}.gz`)).toBe(false);
  });

  test("when the lease goes just before it would be removed", async () => {
    const { rollout, bytes } = plainRollout();
    let isHeld = true;
    const rename = (from: string, to: string): void => {
      nodeFileSystem.rename(from, to);
      isHeld = false;
    };
    const fileSystem = { ...nodeFileSystem, rename };
    const lease = { isHeld: () => isHeld };
    await expect(archiveRollout({ fileSystem, rollout, lease })).rejects.toMatchObject({
      code: "fenced",
    });
    expect(readFileSync(rollout)).toEqual(bytes);
  });
});
