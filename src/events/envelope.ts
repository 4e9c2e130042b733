import { z } from "zod";
import { Modality, TruncationPolicy } from "./primitives.js";

/**
 * The turn-local facts. A fact that is absent is unknown: the model has not been told it and it is
 * not diffed. Tools and base instructions are named by hash; their texts stand in `tools.declared`
 * and `instructions.set`. Facts of the caller's own are kept beside the known ones.
 */
export const Envelope = z.looseObject({
  model: z.string().optional(),
  provider: z.string().optional(),
  cwd: z.string().optional(),
  approvalPolicy: z.unknown().optional(),
  /** In the wire shape of Codex: `{mode: "workspace-write", writable_roots, network_access, …}`. */
  sandboxPolicy: z.unknown().optional(),
  network: z.unknown().optional(),
  personality: z.string().nullish(),
  collaborationMode: z.unknown().optional(),
  effort: z.string().nullish(),
  realtimeActive: z.boolean().nullish(),
  outputSchema: z.unknown().optional(),
  modalities: z.array(Modality).optional(),
  /** In tokens. */
  contextWindow: z.int().positive().nullish(),
  truncationPolicy: TruncationPolicy.optional(),
  memoryMode: z.string().nullish(),
  /** `2026-04-01`, in `timezone`. */
  date: z.string().optional(),
  /** IANA name. */
  timezone: z.string().optional(),
  toolsHash: z.string().optional(),
  instructionsHash: z.string().optional(),
});
export type Envelope = z.infer<typeof Envelope>;
