import { describe, expect, test } from "vitest";
import { INVARIANTS } from "../../../src/testing/invariants/invariants.js";
import { PROVIDER_CHECKS } from "../../../src/testing/invariants/provider-checks.js";
import { ANTHROPIC_PROBES, LAWFUL as ANTHROPIC } from "./probes/anthropic.js";
import { GOOGLE_PROBES, LAWFUL as GOOGLE } from "./probes/google.js";
import { OPENAI_CHAT_PROBES, LAWFUL as CHAT } from "./probes/openai-chat.js";
import { OPENAI_RESPONSES_PROBES, LAWFUL as RESPONSES } from "./probes/openai-responses.js";
import type { Probe } from "./probes/probe.js";

const PROBES: Readonly<Record<string, Readonly<Record<string, Probe>>>> = {
  anthropic: ANTHROPIC_PROBES,
  google: GOOGLE_PROBES,
  "openai-chat": OPENAI_CHAT_PROBES,
  "openai-responses": OPENAI_RESPONSES_PROBES,
};
const LAWFUL: Readonly<Record<string, Probe>> = {
  anthropic: ANTHROPIC,
  google: GOOGLE,
  "openai-chat": CHAT,
  "openai-responses": RESPONSES,
};

test("every rule of every API has a probe, and every probe has a rule", () => {
  const probed = Object.entries(PROBES).flatMap(([api, probes]) =>
    Object.keys(probes).map((key) => `${api}/${key}`),
  );
  const rules = INVARIANTS.filter(({ over }) => over === "body").map(({ name }) => name);
  expect(probed.toSorted()).toEqual(rules.toSorted());
});

describe.each(PROVIDER_CHECKS)("$name", (api) => {
  test("a lawful conversation has no violations", () => {
    const { body, model = "" } = LAWFUL[api.name] ?? { body: null };
    expect(api.check(body, model)).toEqual([]);
  });

  test.each(Object.entries(PROBES[api.name] ?? {}))(
    "a body that breaks %s is caught by that rule, at a place, and by no other rule that it keeps",
    (key, { body, model = "", also = [] }) => {
      const violations = api.check(body, model);
      const caught = new Set(violations.map(({ invariant }) => invariant));
      expect([...caught].toSorted()).toEqual(
        [key, ...also].map((name) => `${api.name}/${name}`).toSorted(),
      );
      for (const { path, rule } of violations) expect([path, rule]).not.toContain("");
    },
  );
});
