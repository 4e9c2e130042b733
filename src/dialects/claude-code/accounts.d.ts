import type { EventAccount, LogEvent } from "../../events/event.js";
import type { Accountant } from "../shared/session-form.js";
/**
 * How the lines of a Claude Code transcript count. A session that goes on from another begins with a
 * copy of its messages, under the same uuids: so a uuid names a line wherever it stands. The lines of
 * sub-agents that stand between those of their thread were paid for too.
 */
export declare class ClaudeCodeAccounts implements Accountant {
    #private;
    take(event: LogEvent): EventAccount;
}
