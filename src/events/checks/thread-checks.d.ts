import { type Members } from "./primitive-checks.js";
/** Accepts the data that the schema `ThreadStarted` accepts. */
export declare function isThreadStarted(data: Members): boolean;
/** Accepts the data that the schema `ThreadForked` accepts. */
export declare function isThreadForked(data: Members): boolean;
/** Accepts the data that the schema `InstructionsSet` accepts. */
export declare function isInstructionsSet(data: Members): boolean;
/** Accepts the data that the schema `ToolsDeclared` accepts. */
export declare function isToolsDeclared(data: Members): boolean;
