import { invalidArgument } from "../../errors.js";
import { counted, figure } from "../../projections/figures.js";
import { type CopiedThread, copyThread } from "../../store/copy-thread.js";
import { entriesOf } from "../../store/event-store.js";
import { homeText } from "../../store/jsonl/home.js";
import { type Home, withHome } from "../../store/open-home.js";
import { threadNamed } from "../store.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { forEachReported } from "../failure.js";
import { pathOption } from "../options.js";

interface CopyOptions {
  readonly from?: string;
  readonly to: string;
  readonly all?: true;
}

/** `refold copy`: threads in another home, byte for byte. */
export const declareCopy: DeclareCommand = (command, shell) => {
  command
    .argument("[threads...]", "threads of the home that is copied from")
    .option(
      "--from <home>",
      "a folder or a database's URL (default: REFOLD_HOME or ~/.refold)",
      pathOption,
    )
    .requiredOption("--to <home>", "where the threads go: a folder or a database's URL", pathOption)
    .option("--all", "every thread")
    .addHelpText("after", EXAMPLE)
    .action((texts: readonly string[], options: CopyOptions) => copy(texts, options, shell));
};

const EXAMPLE = `
Ancestors of forks come along, and the blobs that are named. A thread that is there already is gone on
with if it is the beginning of this one, so that a copy that was interrupted can be repeated; one that went
another way is refused. What was written is read back and compared.

Example:
  $ refold copy --all --to postgres://refold@db.example/agents
  $ refold copy 01K6ZQ --from postgres://refold@db.example/agents --to ~/threads`;

/**
 * Copies threads one by one; one that fails does not stop the others.
 * @throws {RefoldError} `invalid-argument`: nothing is named, or the homes are the same
 */
async function copy(
  texts: readonly string[],
  { from: asked, to: target, all }: CopyOptions,
  shell: Shell,
): Promise<void> {
  if (texts.length === 0 && all === undefined) {
    throw invalidArgument("nothing is named", "name threads, or say --all");
  }
  await withHome(homeText(asked), (from) =>
    withHome(target, async (to) => {
      if (from.name === to.name) {
        throw invalidArgument("both homes are the same", "name another --to");
      }
      const copying = new Copying(from, to, shell);
      const entries = await entriesOf(from.store);
      const threads = all === undefined ? texts : [...entries.keys()];
      await forEachReported(
        threads,
        async (text) => {
          const threadId = await threadNamed(from.store, text);
          await copying.copy(threadId, entries.get(threadId)?.sizeBytes ?? null);
        },
        { shell },
      );
      copying.tellTotal();
    }),
  );
}

/** Copies into one home; a thread that came along with another is not copied again. */
class Copying {
  readonly #done = new Set<string>();
  #events = 0;

  constructor(
    private readonly from: Home,
    private readonly to: Home,
    private readonly shell: Shell,
  ) {}

  async copy(threadId: string, sizeBytes: number | null): Promise<void> {
    if (this.#done.has(threadId)) return;
    const { progress } = this.shell;
    progress.start("copying", sizeBytes);
    const copied = await copyThread(threadId, {
      ...{ from: this.from.store, to: this.to.store, onBytes: progress.add },
    });
    progress.stop();
    for (const one of copied) this.#tell(one);
  }

  tellTotal(): void {
    const { messages } = this.shell;
    const threads = counted(this.#done.size, "thread");
    messages.text(
      `refold: ${threads} in ${this.to.name}, ${counted(this.#events, "event")} copied`,
    );
  }

  #tell(copied: CopiedThread): void {
    const { threadId, added, missingBlobs } = copied;
    if (this.#done.has(threadId)) return;
    this.#done.add(threadId);
    this.#events += added;
    this.shell.output.text(`${threadId}  ${outcomeWords(copied)}`);
    if (missingBlobs.length === 0) return;
    const count = counted(missingBlobs.length, "blob");
    this.shell.messages.text(
      `refold: ${threadId}: ${count} that it names are missing in ${this.from.name}: ` +
        missingBlobs.join(", "),
    );
    this.shell.exitCode = ExitCode.refused;
  }
}

function outcomeWords({ outcome, added, head }: CopiedThread): string {
  switch (outcome) {
    case "copied":
      return `copied, ${counted(added, "event")}`;
    case "grown":
      return `${figure(added)} of ${counted(head, "event")} new`;
    case "unchanged":
      return `nothing new, ${counted(head, "event")}`;
    case "ahead":
      return `nothing new, it goes on there to ${counted(head, "event")}`;
  }
}
