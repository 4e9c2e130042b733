import { openForeign } from "../src/dialects/dialects.js";
import { runsOf } from "../src/events/event-source.js";
import { fileBytes } from "../src/sessions/file-bytes.js";
import type { Probe } from "./row.js";

/** Converts a session and lets every event go: what `log` and a transcript cost. */
const stream: Probe = async ({ file, warm }, measure) => {
  await convert(String(warm));
  let events = 0;
  await measure(async () => {
    events = await convert(String(file));
  });
  return { events };
};

/** Reads in chunks and parses each line. */
const floor: Probe = async ({ file, warm }, measure) => {
  await parseLines(String(warm));
  await measure(() => parseLines(String(file)));
  return {};
};

async function convert(path: string): Promise<number> {
  const { rollout } = await openForeign(await fileBytes(path));
  let events = 0;
  for await (const run of runsOf(rollout.source)) events += run.length;
  return events;
}

async function parseLines(path: string): Promise<void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of (await fileBytes(path)).stream()) {
    const bytes = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      JSON.parse(bytes.toString("utf8", from, end));
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
}

/** How fast a session of any dialect is read, against reading its lines as JSON. */
export const probes = { stream, floor } as const;
