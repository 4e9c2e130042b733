import { formatPlace } from "../place.js";
import { usePlace } from "../place-store.js";
import { useStaticLook } from "../static-look.js";

interface OffsetLinkProps {
  readonly offset: number;
  /** The pane to look at; absent: the one that is shown. */
  readonly pane?: string;
  /** Of another session. */
  readonly session?: string;
}

/** Leads to an event: the page is then as of it. Names it where nothing can lead there. */
export function OffsetLink(props: OffsetLinkProps) {
  if (useStaticLook() === null) return <LiveLink {...props} />;
  return <span class="offset">#{props.offset}</span>;
}

function LiveLink({ offset, pane, session }: OffsetLinkProps) {
  const place = usePlace();
  const there = {
    ...place,
    at: offset,
    ...(pane !== undefined && { pane, filters: {} }),
    ...(session !== undefined && { session }),
  };
  return (
    <a class="offset" href={formatPlace(there)} title={`to event ${offset}`}>
      #{offset}
    </a>
  );
}
