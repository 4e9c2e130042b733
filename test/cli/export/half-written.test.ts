import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFile } from "../../../src/cli/export/write-file.js";
import { diagnose } from "../../../src/sessions/doctor.js";
import { bundled } from "../../bundled.js";
import { temporaryHome } from "../../store/jsonl/home.js";

const ignore = (): void => undefined;

/** A process that writes a file whose second part never comes. */
async function writeWithoutEnd(path: string, home: string) {
  const module = await bundled({ write: "src/cli/export/write-file.ts" });
  const script = `
import { writeFile } from ${JSON.stringify(module("write"))};
async function* parts() {
  yield Buffer.from("the beginning");
  process.stdout.write("written");
  await new Promise((resolve) => setInterval(resolve, 1e6));
}
await writeFile(parts(), ${JSON.stringify({ path, home, force: false })});
`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

test("a signal that ends an export takes the half-written file with it", async () => {
  const folder = temporaryHome();
  const child = await writeWithoutEnd(join(folder, "out.jsonl"), join(folder, "home"));
  expect(readdirSync(folder)).toEqual([`out.jsonl.part-${child.pid}`]);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
  expect(readdirSync(folder)).toEqual([]);
});

test("what a killed export leaves is reported by doctor, and removed by the next export", async () => {
  const folder = temporaryHome();
  const target = { path: join(folder, "out.jsonl"), home: join(folder, "home"), force: false };
  const child = await writeWithoutEnd(target.path, target.home);
  const diagnosed = () => diagnose([folder], undefined, { onTotal: ignore, onProgress: ignore });
  expect((await diagnosed()).findings).toEqual([]);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect((await diagnosed()).findings).toMatchObject([
    { kind: "leftover", severity: "warning", path: `${target.path}.part-${child.pid}` },
  ]);
  await writeFile([Buffer.from("whole")], target);
  expect(readdirSync(folder)).toEqual(["out.jsonl"]);
});
