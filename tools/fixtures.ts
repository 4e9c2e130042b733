import { mkdirSync, writeFileSync } from "node:fs";
import { bareSession } from "./fixture-sessions/bare-2025.js";
import { cleanSession } from "./fixture-sessions/clean.js";
import { damagedSession } from "./fixture-sessions/damaged.js";
import { imagesSession } from "./fixture-sessions/images.js";
import { piLinearSession } from "./fixture-sessions/pi-linear.js";
import { piTreeSession } from "./fixture-sessions/pi-tree.js";
import { turnsSession } from "./fixture-sessions/turns.js";

// Writes `fixtures/`: sessions of our own making. The same bytes at every run.
const sessions = {
  "clean.jsonl": cleanSession(),
  "turns.jsonl": turnsSession(),
  "images.jsonl": imagesSession(),
  "bare-2025.jsonl": bareSession(),
  "damaged.jsonl": damagedSession(),
  "pi-tree.jsonl": piTreeSession(),
  "pi-linear.jsonl": piLinearSession(),
};

mkdirSync("fixtures", { recursive: true });
for (const [name, content] of Object.entries(sessions)) writeFileSync(`fixtures/${name}`, content);
