import { z } from "zod";

const Hit = z.strictObject({
  offset: z.int(),
  at: z.string(),
  role: z.string(),
  tool: z.string().nullable(),
  excerpt: z.string(),
  places: z.array(z.strictObject({ from: z.int(), to: z.int() })),
});
const Session = z.strictObject({
  name: z.string(),
  path: z.string(),
  threadId: z.string().nullable(),
  title: z.string().nullable(),
  tool: z.string(),
  cwd: z.string().nullable(),
  hits: z.array(Hit),
});
/** What `--json` prints: docs/cli.md, "search". */
const Found = z.strictObject({
  sessions: z.array(Session),
  more: z.boolean(),
  damaged: z.array(z.strictObject({ path: z.string(), places: z.int() })),
  unread: z.array(z.strictObject({ path: z.string(), code: z.string(), message: z.string() })),
});

export function foundIn(stdout: string): z.infer<typeof Found> {
  return Found.parse(JSON.parse(stdout));
}
