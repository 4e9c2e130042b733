import { copyFileSync, existsSync, linkSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { z } from "zod";
import { temporaryHome } from "../store/jsonl/home.js";
import { callRefold } from "./run-refold.js";

const DAMAGED = fileURLToPath(new URL("../../fixtures/damaged.jsonl", import.meta.url));
const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));

const Report = z.object({
  kind: z.literal("repaired"),
  file: z.string(),
  output: z.string(),
  sizeBytes: z.number(),
  events: z.number(),
  leftOut: z.array(z.object({ line: z.number(), byte: z.number(), bytes: z.number() })),
});

test("a repaired copy is whole, and every place that it leaves out is told of", async () => {
  const output = join(temporaryHome(), "clean.jsonl");
  const before = readFileSync(DAMAGED);
  const ran = await callRefold(["repair", DAMAGED, "-o", output, "--json"]);
  expect(ran.code).toBe(0);
  const report = Report.parse(JSON.parse(ran.stdout));
  expect(report).toMatchObject({ file: DAMAGED, output, sizeBytes: statSync(output).size });
  expect(report.leftOut.length).toBeGreaterThan(0);
  expect(statSync(output).mode & 0o777).toBe(0o600);
  expect(readFileSync(DAMAGED).equals(before)).toBe(true);
  expect((await callRefold(["doctor", DAMAGED])).code).toBe(1);
  expect((await callRefold(["doctor", output])).code).toBe(0);
  const words = await callRefold(["repair", DAMAGED, "-o", `${output}.again`]);
  expect(words.stdout).toContain(`${report.events} events kept`);
  for (const { line, byte } of report.leftOut) {
    expect(words.stdout).toContain(`line ${line}, byte ${byte.toLocaleString("en-US")}`);
  }
});

test("a file that is not damaged is copied byte for byte, and that is said", async () => {
  const output = join(temporaryHome(), "copy.jsonl");
  const ran = await callRefold(["repair", CLEAN, "-o", output]);
  expect(ran.stdout).toContain("nothing left out");
  expect(readFileSync(output).equals(readFileSync(CLEAN))).toBe(true);
});

test("a bundle is refused, packed or not, and nothing is written", async () => {
  const bundle = join(temporaryHome(), "clean.refold");
  const output = `${bundle}.repaired`;
  const exported = await callRefold(["export", CLEAN, "--format", "bundle", "-o", bundle]);
  expect(exported.code).toBe(0);
  const unpacked = `${bundle}.tar`;
  writeFileSync(unpacked, gunzipSync(readFileSync(bundle)));
  for (const file of [bundle, unpacked]) {
    const { code, stdout, stderr } = await callRefold(["repair", file, "-o", output]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`${file} is a bundle`);
    expect(existsSync(output)).toBe(false);
  }
});

test("nothing is overwritten without --force, and the file that is read never is", async () => {
  const folder = temporaryHome();
  const file = join(folder, "damaged");
  const other = join(folder, "other");
  const linked = join(folder, "linked");
  copyFileSync(DAMAGED, file);
  writeFileSync(other, "mine");
  linkSync(file, linked);
  const refused = await callRefold(["repair", file, "-o", other]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("is not overwritten: it exists");
  expect(readFileSync(other, "utf8")).toBe("mine");
  for (const output of [file, linked]) {
    const same = await callRefold(["repair", file, "-o", output, "--force"]);
    expect(same).toMatchObject({ code: 1, stdout: "" });
    expect(same.stderr).toContain("it is the file that is read");
    expect(readFileSync(file).equals(readFileSync(DAMAGED))).toBe(true);
  }
  expect((await callRefold(["repair", file, "-o", other, "--force"])).code).toBe(0);
  expect((await callRefold(["doctor", other])).code).toBe(0);
});

test("a file of which nothing can be read is refused", async () => {
  const path = join(temporaryHome(), "noise.jsonl");
  writeFileSync(path, "not a session\n");
  const ran = await callRefold(["repair", path, "-o", `${path}.clean`]);
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain("is not a supported session format");
});
