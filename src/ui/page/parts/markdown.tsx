import { type ComponentChildren, h } from "preact";
import {
  type MarkdownCode,
  type MarkdownNode,
  parseMarkdown,
} from "../../../projections/markdown.js";
import { useEffect, useState } from "preact/hooks";
import { useStaticLook } from "../static-look.js";
import type { HighlightedNode } from "./languages.js";

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

/** Longer code stays plain: to colour it would hold up the page. */
const MOST_CHARACTERS = 50_000;

/** Code with its language, coloured once the highlighter is loaded. */
function CodeBlock({ language, code }: MarkdownCode) {
  const look = useStaticLook();
  const isColoured = language !== "" && code.length <= MOST_CHARACTERS;
  const [nodes, setNodes] = useState(() =>
    isColoured && look !== null ? look.highlight(language, code) : null,
  );
  useEffect(() => {
    setNodes(null);
    if (!isColoured) return;
    let isWanted = true;
    void import("./languages.js").then(({ highlight }) => {
      if (isWanted) setNodes(highlight(language, code));
    });
    return () => {
      isWanted = false;
    };
  }, [language, code]);
  return (
    <pre class="code" tabIndex={0}>
      {language !== "" && <span class="language">{language}</span>}
      <code>{nodes === null ? code : nodes.map(coloured)}</code>
    </pre>
  );
}

function coloured(node: HighlightedNode): ComponentChildren {
  if (typeof node === "string") return node;
  return h("span", { class: node.className }, node.children.map(coloured));
}
