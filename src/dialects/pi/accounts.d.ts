import type { EventAccount, LogEvent } from "../../events/event.js";
import type { Accountant } from "../shared/session-form.js";
/**
 * How the lines of a pi session count. A session that was branched off begins with a copy of the
 * entries that led there, with their times: in version 1 they have no ids, and pi gives all of them
 * new ones when it opens such a file. So a line is known by its time and by what never changes in it.
 */
export declare class PiAccounts implements Accountant {
    #private;
    take(event: LogEvent): EventAccount;
}
