import { mkdirSync, writeFileSync } from "node:fs";
import { cleanSession } from "./fixture-sessions/clean.js";

// Writes `fixtures/`: sessions of our own making. The same bytes at every run.
const sessions = { "clean.jsonl": cleanSession() };

mkdirSync("fixtures", { recursive: true });
for (const [name, content] of Object.entries(sessions)) writeFileSync(`fixtures/${name}`, content);
