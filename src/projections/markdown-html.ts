import MarkdownIt, { type Token } from "markdown-it";
import { neutraliseText } from "./display-text.js";
import { escapeHtml } from "./html-page.js";

/**
 * Markdown as HTML for a page of ours. The text may be hostile: tags and attributes are those that
 * this file writes, everything that the text brings is escaped. HTML is shown as text, pictures are
 * links, and links lead to the web or to a mail address only. No word is lost: what a rendering
 * would leave out (surplus cells of a table, deep nesting) makes the text appear as it is, and so does
 * what would become many times as long.
 */
export function renderMarkdownHtml(text: string): string {
  const source = neutraliseText(text);
  const tokens = MARKDOWN.parse(source, {});
  if (lettersShown(tokens) < letters(source)) return renderPlainHtml(text);
  const html = new Rendering().render(tokens);
  return html.length > MAX_GROWTH * source.length ? renderPlainHtml(text) : html;
}

/** Short rows of a wide table are filled up: a text of 16 KB can become a page of 700 KB. */
const MAX_GROWTH = 25;

/** A text as it is. */
export function renderPlainHtml(text: string): string {
  return `<pre dir="auto">${escapeHtml(text)}</pre>`;
}

const MARKDOWN = markdown();

/** Definitions of links would vanish from the page, and entities hide what was written. */
function markdown(): InstanceType<typeof MarkdownIt> {
  const parser = new MarkdownIt({ html: false, breaks: true }).disable(["reference", "entity"]);
  parser.validateLink = (url) => isWeb(url) || isPath(url);
  return parser;
}

function isWeb(url: string): boolean {
  return /^(?:https?|mailto):/i.test(url);
}

/** Models link to files of the work tree. They are named: where the page is read, there are none. */
function isPath(url: string): boolean {
  return !/^[^/?#]*:/.test(url);
}

/** Elements without attributes, by the type of the tokens that open and close them. */
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ["blockquote", "blockquote"],
  ["bullet_list", "ul"],
  ["list_item", "li"],
  ["thead", "thead"],
  ["tbody", "tbody"],
  ["tr", "tr"],
  ["strong", "strong"],
  ["em", "em"],
  ["s", "s"],
]);

class Rendering {
  /** Where the open link leads; null: there is none. It cannot hold another. */
  #address: string | null = null;

  render(tokens: readonly Token[]): string {
    return tokens.map((token) => (token.hidden ? "" : this.#token(token))).join("");
  }

  #token(token: Token): string {
    const [, name = "", side] = /^(.*)_(open|close)$/.exec(token.type) ?? [];
    if (side !== undefined) return this.#tag(name, side === "open", token);
    const text = escapeHtml(token.content);
    switch (token.type) {
      case "inline":
        return this.render(token.children ?? []);
      case "softbreak":
      case "hardbreak":
        return "<br>\n";
      case "hr":
        return "<hr>\n";
      case "code_inline":
        return `<code>${text}</code>`;
      case "fence":
      case "code_block":
        return `<pre class="code">${languageOf(token)}<code>${text}</code></pre>\n`;
      case "image":
        return this.#picture(token);
      default:
        return text;
    }
  }

  #tag(name: string, isOpen: boolean, token: Token): string {
    const element = ELEMENTS.get(name);
    if (element !== undefined) return isOpen ? `<${element}>` : `</${element}>`;
    switch (name) {
      case "paragraph":
        return isOpen ? '<p dir="auto">' : "</p>\n";
      case "heading": {
        const tag = `h${Math.min(6, HEADINGS + Number(token.tag.slice(1)))}`;
        return isOpen ? `<${tag} dir="auto">` : `</${tag}>\n`;
      }
      case "ordered_list": {
        const start = Number(token.attrGet("start") ?? 1);
        return isOpen ? (start === 1 ? "<ol>" : `<ol start="${start}">`) : "</ol>";
      }
      case "table":
        return isOpen ? '<div class="scroll"><table>' : "</table></div>\n";
      case "th":
      case "td":
        return isOpen ? `<${name}${alignment(token)}>` : `</${name}>`;
      case "link":
        return isOpen ? this.#openLink(token) : this.#closeLink();
      default:
        return escapeHtml(token.content);
    }
  }

  #openLink(token: Token): string {
    const [address, title] = [attribute(token, "href"), attribute(token, "title")];
    this.#address = address;
    if (isWeb(address)) return openLink(address, title);
    return title === "" ? "" : `${escapeHtml(title)}: `;
  }

  #closeLink(): string {
    const address = this.#address ?? "";
    this.#address = null;
    if (isWeb(address)) return "</a>";
    return address === "" ? "" : ` <code>${escapeHtml(MARKDOWN.normalizeLinkText(address))}</code>`;
  }

  /** A remote picture is never loaded. */
  #picture(token: Token): string {
    const [address, title] = [attribute(token, "src"), attribute(token, "title")];
    const parts = [token.content, title, MARKDOWN.normalizeLinkText(address)];
    const shown = escapeHtml(`[picture: ${parts.filter((part) => part !== "").join(", ")}]`);
    if (this.#address !== null || !isWeb(address)) return shown;
    return `${openLink(address, "")}${shown}</a>`;
  }
}

/** What a message calls a heading is below those of the page. */
const HEADINGS = 3;

/** A link to the web that tells nobody where it was. */
export function openLink(address: string, title: string): string {
  const named = title === "" ? "" : ` title="${escapeHtml(title)}"`;
  return `<a href="${escapeHtml(address)}"${named} rel="noopener noreferrer">`;
}

function languageOf({ info }: Token): string {
  return info.trim() === "" ? "" : `<span class="lang">${escapeHtml(info.trim())}</span>\n`;
}

function alignment(token: Token): string {
  const [, side] = /text-align:(right|center)/.exec(attribute(token, "style")) ?? [];
  return side === undefined ? "" : ` class="${side}"`;
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

/** Letters and digits of the text that a page shows, and of the addresses and titles of its links. */
function lettersShown(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => sum + lettersOf(token), 0);
}

function lettersOf(token: Token): number {
  const { type, content, children, info, markup } = token;
  if (type === "inline") return lettersShown(children ?? []);
  const isWritten = type === "fence" || type === "list_item_open";
  const address = attribute(token, "href") + attribute(token, "src");
  const shown = [content, isWritten ? info : "", attribute(token, "title")];
  if (markup !== "autolink") shown.push(MARKDOWN.normalizeLinkText(address));
  return letters(shown.join(""));
}

function letters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
