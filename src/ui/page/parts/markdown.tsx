import { type ComponentChildren, h } from "preact";
import { type MarkdownNode, parseMarkdown } from "../../../projections/markdown.js";
import { CodeBlock } from "./code-block.js";

/** Markdown of a session. Its elements are ours, and its words are text nodes: nothing in it can act. */
export function Markdown({ text }: { readonly text: string }) {
  return <div class="markdown">{parseMarkdown(text).map(vnodeOf)}</div>;
}

function vnodeOf(node: MarkdownNode): ComponentChildren {
  if (typeof node === "string") return node;
  if ("code" in node) return <CodeBlock language={node.language} code={node.code} />;
  const { tag, attributes, children } = node;
  const opensElsewhere = tag === "a" ? { target: "_blank" } : {};
  return h(tag, { ...attributes, ...opensElsewhere }, children.map(vnodeOf));
}
