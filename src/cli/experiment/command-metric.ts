import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { RefoldError } from "../../errors.js";
import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import { renderTranscript } from "../../projections/transcript/render-transcript.js";
import type { Metric } from "../../runtime/experiment/experiment.js";

/** A metric's command did not say a number. */
class MetricFailed extends RefoldError {
  readonly code = "metric-failed";
  override readonly name = "MetricFailed";
  override readonly remedy =
    "The command reads the transcript (text) on its standard input, and prints a number.";
  constructor(metric: string, reason: string, options: { readonly cause?: unknown } = {}) {
    super(`metric ${metric}: ${reason}`, options);
  }
}

/** A figure that a shell command makes of a variant's transcript. */
export function commandMetric(
  name: string,
  { command, better }: { readonly command: string; readonly better?: "more" | "less" },
): Metric {
  return {
    ...(better !== undefined && { better }),
    measure: async ({ source }) => {
      const transcript = renderTranscript(await projectTranscript(source), "text");
      const said = (await answerOf(name, command, transcript)).trim();
      const value = said === "" ? NaN : Number(said);
      if (Number.isFinite(value)) return value;
      throw new MetricFailed(name, "its command printed something else than a number");
    },
  };
}

async function answerOf(name: string, command: string, transcript: string): Promise<string> {
  const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  // Who has seen enough may stop reading: that it ended well is what counts.
  child.stdin.on("error", () => child.stdin.destroy());
  child.stdin.end(transcript);
  try {
    const [said, code] = await Promise.all([text(child.stdout), ended]);
    if (code === 0) return said;
    throw new MetricFailed(name, `its command ended with ${code ?? "a signal"}`);
  } catch (error) {
    if (error instanceof MetricFailed) throw error;
    throw new MetricFailed(name, "its command could not be run", { cause: error });
  }
}
