import type { PairedTranscript, TranscriptPair } from "../../projections/static-page.js";
import type { TranscriptEntry } from "../../projections/transcript/transcript.js";
import { StaticEntry } from "./entry.js";

/** A variant's transcript beside the base's. */
export function Pairs({ paired }: { readonly paired: PairedTranscript }) {
  const { variant, threadId, shared, pairs } = paired;
  return (
    <details class="paired">
      <summary>
        {variant} beside the base ({threadId})
      </summary>
      <div class="pair">
        <h3>base</h3>
        <h3>{variant}</h3>
      </div>
      {shared.map((entry, index) => (
        <Pair key={index} pair={{ base: entry, variant: entry, isSame: true }} />
      ))}
      <p class="forked">forked here</p>
      {pairs.map((pair, index) => (
        <Pair key={index} pair={pair} />
      ))}
    </details>
  );
}

function Pair({ pair: { base, variant, isSame } }: { readonly pair: TranscriptPair }) {
  return (
    <div class={isSame ? "pair same" : "pair"}>
      <Side entry={base} />
      <Side entry={variant} />
    </div>
  );
}

function Side({ entry }: { readonly entry: TranscriptEntry | null }) {
  return <div>{entry !== null && <StaticEntry entry={entry} />}</div>;
}
