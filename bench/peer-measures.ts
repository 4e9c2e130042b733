/** What contenders are measured for, in the order of the columns. */
export const PEER_MEASURES = {
  /** One more turn on a thread that is open, as durable as the contender makes it. */
  turnMs: "turn, ms",
  /** The same in a process that has done hundreds. */
  warmTurnMs: "warm turn, ms",
  /** What that turn adds to the disk. */
  turnKb: "turn, KB",
  /** The thread, written with as few writes as the contender allows. */
  diskMb: "disk, MB",
  /** From a closed thread, in a fresh process, to the first prompt. */
  resumeMs: "resume, ms",
  /** That process's peak of resident memory. */
  peakMb: "peak, MB",
  /** The prompt after one more turn, on a thread that is open. */
  promptMs: "prompt, ms",
  /** A second thread that goes on from the head of this one. */
  forkMs: "fork, ms",
  /** What the fork adds to the disk. */
  forkKb: "fork, KB",
} as const satisfies Readonly<Record<string, string>>;

export type PeerMeasure = keyof typeof PEER_MEASURES;
