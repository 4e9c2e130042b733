import type { ByteSource } from "../byte-source.js";
import {
  openRollout,
  type ForeignRollout,
  type OpenRolloutOptions,
} from "../reading/open-rollout.js";
import { codexForm } from "./codex-form.js";
import type { CodexRecognition } from "./recognise-codex.js";

/**
 * Opens a file as a Codex rollout of any era.
 * @throws {EmptyRollout} @throws {NotARollout} @throws {TruncatedArchive}
 */
export function openCodexRollout(
  bytes: ByteSource,
  options: OpenRolloutOptions = {},
): Promise<ForeignRollout<CodexRecognition>> {
  return openRollout(bytes, codexForm, options);
}
