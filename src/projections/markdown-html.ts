import { escapeHtml } from "./html-page.js";
import { linkNode, type MarkdownNode, parseMarkdown, plainNode } from "./markdown.js";

/** Markdown as HTML for a page of ours; safe, whatever the text is (`parseMarkdown`). */
export function renderMarkdownHtml(text: string): string {
  return renderNodes(parseMarkdown(text));
}

/** A text as it is. */
export function renderPlainHtml(text: string): string {
  return renderNodes([plainNode(text)]);
}

/** A link to the web that names where it leads. */
export function renderAddressHtml(address: string): string {
  return renderNodes([linkNode(address, "", [address])]);
}

function renderNodes(nodes: readonly MarkdownNode[]): string {
  return nodes.map(renderNode).join("");
}

function renderNode(node: MarkdownNode): string {
  if (typeof node === "string") return escapeHtml(node);
  if ("code" in node) {
    const { language, code } = node;
    const named = language === "" ? "" : `<span class="lang">${escapeHtml(language)}</span>\n`;
    return `<pre class="code">${named}<code>${escapeHtml(code)}</code></pre>\n`;
  }
  const { tag, attributes, children } = node;
  const given = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  const opened = `<${tag}${given.join("")}>`;
  if (tag === "br" || tag === "hr") return `${opened}\n`;
  return `${opened}${renderNodes(children)}</${tag}>${ENDS_LINE.test(tag) ? "\n" : ""}`;
}

/** Elements that stand on lines of their own in the source of a page. */
const ENDS_LINE = /^(?:p|h\d|div)$/;
