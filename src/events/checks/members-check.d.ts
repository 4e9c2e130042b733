import { type Members } from "./primitive-checks.js";
/**
 * Accepts what the schema `EventMembers` accepts. It goes over the members that are there: asking for
 * each that may be there costs several times as much, since events differ in which they have.
 */
export declare function hasEventMembers(event: Members): boolean;
