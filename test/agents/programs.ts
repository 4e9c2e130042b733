import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "./agent.js";
import { ClaudeAgent } from "./claude-agent.js";
import { CodexAgent } from "./codex-agent.js";
import { PI_MODELS, PiAgent } from "./pi-agent.js";
import type { Api } from "./scripted-server.js";

/** Each version with two models that its own list has. */
const CODEX_VERSIONS: readonly (readonly [version: string, model: string, other: string])[] = [
  ["0.60.1", "gpt-5.1-codex", "gpt-5.1"],
  ["0.104.0", "gpt-5.2-codex", "gpt-5.1-codex-max"],
  ["0.120.0", "gpt-5.3-codex", "gpt-5.4"],
  ["0.146.0", "gpt-5.5", "gpt-5.4"],
  ["0.169.0", "gpt-5.5", "gpt-6.1-sol"],
  ["0.169.0", "gpt-6.1-sol", "gpt-5.5"], // calls its tools by scripts
];
const CLAUDE_VERSION = "2.1.330";
const PI_VERSIONS = ["0.87.1", "1.5.2"];

/** Every program that is judged; where they are installed, `installation.ts` knows. */
export function programsIn(folder: string): readonly Program[] {
  const modules = join(folder, "node_modules");
  return [
    ...CODEX_VERSIONS.map(([version, ...models]) => codex(modules, version, models)),
    claudeCode(modules),
    ...PI_VERSIONS.flatMap((version) => PI_APIS.map((api) => pi(modules, version, api))),
  ];
}

const PI_APIS: readonly Api[] = ["chat", "responses", "messages"];

function codex(modules: string, version: string, models: readonly [string, string]): Program {
  return {
    name: `codex-${version}${models[0].startsWith("gpt-6") ? "-scripts" : ""}`,
    family: "codex",
    version,
    api: "responses",
    models,
    sessionFolders: ["sessions", "archived_sessions"],
    command: () => {
      const own = join(modules, `codex-${version}`);
      const platform = `codex-${process.platform}-${process.arch}`;
      const homes = [
        join(own, "node_modules", "@openai", platform),
        own,
        join(modules, "@openai", platform),
      ];
      for (const home of homes) {
        const binary = binaryIn(join(home, "vendor"));
        if (binary !== null) return [binary];
      }
      return null;
    },
    start: (place) => CodexAgent.start(place),
  };
}

const TRIPLES: Record<string, string> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
};

/** Codex' own place moved: `codex/codex` once, `bin/codex` since 0.146. */
function binaryIn(vendor: string): string | null {
  const triple = TRIPLES[`${process.platform}-${process.arch}`] ?? "";
  const places = ["bin", "codex"].map((folder) => join(vendor, triple, folder, "codex"));
  return places.find((path) => existsSync(path)) ?? null;
}

function claudeCode(modules: string): Program {
  const platform = `claude-code-${process.platform}-${process.arch}`;
  const binary = join(modules, "@anthropic-ai", platform, "claude");
  return {
    name: `claude-code-${CLAUDE_VERSION}`,
    family: "claude-code",
    version: CLAUDE_VERSION,
    api: "messages",
    models: ["claude-opus-4-5", "claude-sonnet-4-5"],
    sessionFolders: ["projects"],
    command: () => (existsSync(binary) ? [binary] : null),
    start: (place) => ClaudeAgent.start(place),
  };
}

function pi(modules: string, version: string, api: Api): Program {
  const main = join(modules, `pi-${version}`, "dist", "bundle", "cli.js");
  return {
    name: `pi-${version}-${api}`,
    family: "pi",
    version,
    api,
    models: PI_MODELS,
    sessionFolders: ["sessions"],
    command: () => {
      const node = nodeIn(modules);
      return existsSync(main) && node !== null ? [node, main] : null;
    },
    start: (place) => PiAgent.start(place, api),
  };
}

/** pi needs Node.js 22.19; where this process is older, one that was installed next to it. */
function nodeIn(modules: string): string | null {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return process.execPath;
  if (!existsSync(modules)) return null;
  const name = readdirSync(modules).find((entry) => /^node-(linux|darwin)-/.test(entry));
  return name === undefined ? null : join(modules, name, "bin", "node");
}
