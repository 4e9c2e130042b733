import type { ComponentChildren } from "preact";

interface TurnHeadProps {
  readonly name: ComponentChildren;
  /** What is to be said of the turn. */
  readonly children: ComponentChildren;
}

/** Where a turn of a transcript begins. */
export function TurnHead({ name, children }: TurnHeadProps) {
  return (
    <h2 class="turn-head">
      <span>{name}</span>
      <small>{children}</small>
    </h2>
  );
}
