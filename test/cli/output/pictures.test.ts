import { expect, test } from "vitest";
import { pictureProtocol, renderPicture } from "../../../src/cli/commands/show.js";
import { readFileSync } from "node:fs";

const terminal = { isTTY: true };

test.each([
  [{ TERM: "xterm-kitty" }, "kitty"],
  [{ TERM: "xterm-ghostty" }, "kitty"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, "iterm2"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "WezTerm" }, "iterm2"],
  [{ TERM: "xterm-256color" }, null],
  [{ TERM: "xterm-kitty", TMUX: "/tmp/tmux" }, null],
])("a terminal with %j shows pictures by: %s", (environment, protocol) => {
  expect(pictureProtocol(terminal, environment)).toBe(protocol);
  expect(pictureProtocol({ isTTY: false }, environment)).toBeNull();
});

const png = Buffer.from(
  /data:image\/png;base64,([A-Za-z0-9+/=]+)/.exec(
    readFileSync("fixtures/images.jsonl", "utf8"),
  )?.[1] ?? "",
  "base64",
);

test("a picture is sent as its base 64, in chunks that the terminal takes", () => {
  const kitty = renderPicture(png, "kitty") ?? "";
  expect(kitty).toBe(`\x1b_Ga=T,f=100,m=0;${png.toString("base64")}\x1b\\\n`);
  const large = renderPicture(Buffer.concat([png, Buffer.alloc(8000)]), "kitty") ?? "";
  const chunks = large.split("\x1b\\").slice(0, -1);
  expect(chunks.map((chunk) => /m=(.);/.exec(chunk)?.[1])).toEqual(["1", "1", "0"]);
  expect(chunks.every((chunk) => chunk.length < 4200)).toBe(true);
  expect(renderPicture(png, "iterm2")).toContain(`inline=1;size=${png.length}`);
});

test("what is no PNG or JPEG by its content is not sent", () => {
  for (const bytes of [Buffer.from("\x1b[2J"), Buffer.from("GIF89a"), png.subarray(0, 20)]) {
    expect(renderPicture(bytes, "kitty")).toBeNull();
    expect(renderPicture(bytes, "iterm2")).toBeNull();
  }
});
