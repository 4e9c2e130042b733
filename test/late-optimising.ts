import { setFlagsFromString } from "node:v8";

/**
 * Most code of tests runs too rarely to be worth optimising: in Node.js 20 that took a seventh of all their work.
 * What runs for long is optimised all the same, fifteen times as late. Newer versions have no such setting.
 */
if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=1000000");
