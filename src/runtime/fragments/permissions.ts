import { PERMISSIONS_INSTRUCTIONS } from "../../fragment-markers.js";
import type { SessionFragment } from "./fragment.js";
import { isTagged, tagged } from "./markers.js";
import type { SandboxPolicy, TurnContext } from "./turn-context.js";

/** What the agent may do on its own: sandbox, writable roots, approvals. */
export const permissions: SessionFragment = {
  kind: "permissions",
  role: "developer",
  lifetime: "session",
  facts: ["approvalPolicy", "sandboxPolicy"],
  withdrawal: tagged(PERMISSIONS_INSTRUCTIONS, "Earlier statements on permissions no longer hold."),
  recognise: isTagged(PERMISSIONS_INSTRUCTIONS),
  render({ context, withdrawn }) {
    const lines = [
      ...sandboxLines(context.sandboxPolicy),
      ...(withdrawn.has("sandboxPolicy") ? ["No sandbox is set any more."] : []),
      ...approvalLines(context),
      ...(withdrawn.has("approvalPolicy") ? ["No approval policy is set any more."] : []),
    ];
    return lines.length === 0 ? null : tagged(PERMISSIONS_INSTRUCTIONS, lines.join("\n"));
  },
};

function sandboxLines(policy: SandboxPolicy | undefined): string[] {
  if (policy === undefined) return [];
  const roots = policy.writableRoots ?? [];
  return [
    `Sandbox mode: ${policy.mode}.${SANDBOX_MEANINGS[policy.mode] ?? ""}`,
    ...(roots.length === 0 ? [] : [`Writable roots: ${roots.join(", ")}.`]),
  ];
}

function approvalLines({ approvalPolicy }: TurnContext): string[] {
  if (approvalPolicy === undefined) return [];
  return [`Approval policy: ${approvalPolicy}.${APPROVAL_MEANINGS[approvalPolicy] ?? ""}`];
}

const SANDBOX_MEANINGS: Readonly<Record<string, string>> = {
  "read-only": " Files can be read, not changed.",
  "workspace-write": " Files can be read everywhere and changed in the writable roots.",
  "danger-full-access": " Nothing is fenced off.",
};

const APPROVAL_MEANINGS: Readonly<Record<string, string>> = {
  never: " Do not ask; what is refused stays refused.",
  "on-request": " Ask when a step needs more than the sandbox allows.",
  "on-failure": " Ask when a command failed for lack of permission.",
  untrusted: " Ask before every command that is not known to be harmless.",
};
