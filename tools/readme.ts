/** Runs the commands of README.md's examples and puts their output after them. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const EXAMPLE = /```\n\$ npx refold (.+)\n[\s\S]*?```/g;
const OPTIONS = { encoding: "utf8", env: { ...process.env, TZ: "UTC" } } as const;
const readme = readFileSync("README.md", "utf8");
const shown = readme.replaceAll(EXAMPLE, (_example, command: string) => {
  const args = ["bin/refold.js", ...command.split(" ")];
  return `\`\`\`\n$ npx refold ${command}\n${execFileSync(process.execPath, args, OPTIONS)}\`\`\``;
});
writeFileSync("README.md", shown);
