import { HOLDS, type LogInvariant } from "../invariant.js";

export const readable: LogInvariant = {
  over: "log",
  name: "log/readable",
  sentence: "Every byte of a log can be read; what cannot is told with its place, never dropped.",
  source: "docs/architecture.md, law 3",
  remedy: "restore the file from a copy; what stands around the damage is read without it",
  begin: ({ damage }) => ({
    take: () => undefined,
    end: () => {
      if (damage === null) return undefined;
      const places = damage();
      if (places.length === 0) return HOLDS;
      return places.map(({ line, byte, bytes, offset, reason }) => ({
        place: `line ${line}, byte ${byte}`,
        message: `${reason} (${bytes} bytes set aside${offset === null ? "" : `, before offset ${offset}`})`,
      }));
    },
  }),
};
