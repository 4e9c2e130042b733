import { common, createLowlight } from "lowlight";

/** A text, or a part of it that has a colour. */
export type HighlightedNode =
  string | { readonly className: string; readonly children: readonly HighlightedNode[] };

const lowlight = createLowlight(common);

/** @returns null: the language is not known */
export function highlight(language: string, code: string): readonly HighlightedNode[] | null {
  const name = /^[\w+#.-]+/.exec(language)?.[0].toLowerCase() ?? "";
  if (!lowlight.registered(name)) return null;
  return lowlight.highlight(name, code).children.flatMap(nodeOf);
}

type Content = ReturnType<typeof lowlight.highlight>["children"][number];

function nodeOf(node: Content): readonly HighlightedNode[] {
  if (node.type === "text") return [node.value];
  if (node.type !== "element") return [];
  const { className } = node.properties;
  const names = Array.isArray(className) ? className.join(" ") : "";
  return [{ className: names, children: node.children.flatMap(nodeOf) }];
}
