import type { SessionFragment } from "./fragment.js";
import { isTagged, tagged } from "./markers.js";
import type { Capability, TurnContext } from "./turn-context.js";

/** The apps that are connected. */
export const apps = capabilityList({
  kind: "apps",
  open: "<available_apps>",
  heading: "Apps that are connected and can be used:",
  none: "No apps are connected.",
  list: ({ apps: list }) => list,
});

/** The plugins that are installed. */
export const plugins = capabilityList({
  kind: "plugins",
  open: "<available_plugins>",
  heading: "Plugins that are installed:",
  none: "No plugins are installed.",
  list: ({ plugins: list }) => list,
});

function capabilityList(spec: {
  readonly kind: "apps" | "plugins";
  readonly open: string;
  readonly heading: string;
  readonly none: string;
  readonly list: (context: TurnContext) => readonly Capability[] | undefined;
}): SessionFragment {
  return {
    kind: spec.kind,
    role: "developer",
    lifetime: "session",
    facts: [spec.kind],
    withdrawal: tagged(spec.open, spec.none),
    recognise: isTagged(spec.open),
    render({ context }) {
      const list = spec.list(context);
      if (list === undefined) return null;
      if (list.length === 0) return tagged(spec.open, spec.none);
      return tagged(spec.open, [spec.heading, ...list.map(renderCapability)].join("\n"));
    },
  };
}

function renderCapability({ name, description }: Capability): string {
  return description === undefined ? `- ${name}` : `- ${name}: ${description}`;
}
