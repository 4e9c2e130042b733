import MarkdownIt, { type Token } from "markdown-it";
import { neutraliseText } from "./display-text.js";

/** A text, an element of ours with its attributes, or code with the language that it is said to be in. */
export type MarkdownNode = string | MarkdownElement | MarkdownCode;

export interface MarkdownElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkdownNode[];
}

export interface MarkdownCode {
  /** Empty: it was not said. */
  readonly language: string;
  readonly code: string;
}

/**
 * Markdown as elements of ours. The text may be hostile: tags and attributes are those that this file
 * writes, all that the text brings is a text. HTML is shown as text, pictures are links, and links
 * lead to the web or to a mail address only. No word is lost: what a rendering would leave out (surplus
 * cells of a table, deep nesting) makes the text appear as it is, and so does what would become many
 * times as long, and a text that is too long to be parsed.
 */
export function parseMarkdown(text: string): readonly MarkdownNode[] {
  if (text.length > MAX_LENGTH) return [plainNode(text)];
  const source = neutraliseText(text);
  const tokens = MARKDOWN.parse(source, {});
  if (lettersShown(tokens) < letters(source)) return [plainNode(text)];
  const nodes = new Nodes(tokens).root;
  return weightOf(nodes) > MAX_GROWTH * source.length ? [plainNode(text)] : nodes;
}

/** Parsing takes about 20 times the memory of a text, and nobody reads so much as a message. */
const MAX_LENGTH = 1_000_000;

/** Short rows of a wide table are filled up: a text of 16 KB can become a page of 700 KB. */
const MAX_GROWTH = 25;

/** A text as it is. */
function plainNode(text: string): MarkdownElement {
  return { tag: "pre", attributes: TEXT_DIRECTION, children: [neutraliseText(text)] };
}

/** A link to the web that tells nobody where it was. */
function linkNode(
  address: string,
  title: string,
  children: readonly MarkdownNode[],
): MarkdownElement {
  const named = title === "" ? {} : { title: neutraliseText(title) };
  const attributes = { href: address, ...named, rel: "noopener noreferrer" };
  return { tag: "a", attributes, children };
}

/** The words' own: a message may be in Arabic where the page is not. */
const TEXT_DIRECTION = { dir: "auto" };

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

/** What a message calls a heading is below those of the page. */
const HEADINGS = 3;

/** The tree of a list of tokens. */
class Nodes {
  readonly root: MarkdownNode[] = [];
  /** The innermost open element is last; each with where the nodes in it go. */
  readonly #open: MarkdownNode[][] = [this.root];
  /** Where the open link leads; null: there is none. It cannot hold another. */
  #address: string | null = null;

  constructor(tokens: readonly Token[]) {
    this.#take(tokens);
  }

  #take(tokens: readonly Token[]): void {
    for (const token of tokens) if (!token.hidden) this.#token(token);
  }

  #token(token: Token): void {
    const [, name = "", side] = /^(.*)_(open|close)$/.exec(token.type) ?? [];
    if (side === "open") this.#start(name, token);
    else if (side === "close") this.#end(name);
    else if (token.type === "inline") this.#take(token.children ?? []);
    else this.#add(leafOf(token, this.#address !== null));
  }

  #start(name: string, token: Token): void {
    if (name === "link") {
      this.#startLink(token);
      return;
    }
    const element = elementOf(name, token);
    const children: MarkdownNode[] = [];
    const node = { ...element, children };
    const scrolled = { tag: "div", attributes: { class: "scroll" }, children: [node] };
    this.#add(name === "table" ? scrolled : node);
    this.#open.push(children);
  }

  #end(name: string): void {
    if (name === "link") this.#endLink();
    else this.#open.pop();
  }

  #startLink(token: Token): void {
    const [address, title] = [attribute(token, "href"), attribute(token, "title")];
    this.#address = address;
    if (isWeb(address)) {
      const children: MarkdownNode[] = [];
      this.#add(linkNode(address, title, children));
      this.#open.push(children);
    } else if (title !== "") this.#add(`${neutraliseText(title)}: `);
  }

  #endLink(): void {
    const address = this.#address ?? "";
    this.#address = null;
    if (isWeb(address)) this.#open.pop();
    else if (address !== "") {
      this.#add(" ");
      this.#add({ tag: "code", attributes: {}, children: [shownAddress(address)] });
    }
  }

  #add(node: MarkdownNode): void {
    if (node !== "") this.#open.at(-1)?.push(node);
  }
}

function elementOf(name: string, token: Token): Omit<MarkdownElement, "children"> {
  const tag = ELEMENTS.get(name);
  if (tag !== undefined) return { tag, attributes: {} };
  switch (name) {
    case "heading": {
      const level = Math.min(6, HEADINGS + Number(token.tag.slice(1)));
      return { tag: `h${level}`, attributes: TEXT_DIRECTION };
    }
    case "ordered_list": {
      const start = String(token.attrGet("start") ?? 1);
      return { tag: "ol", attributes: start === "1" ? {} : { start } };
    }
    case "table":
      return { tag: "table", attributes: {} };
    case "th":
    case "td":
      return { tag: name, attributes: alignment(token) };
    default:
      return { tag: "p", attributes: TEXT_DIRECTION };
  }
}

function leafOf(token: Token, isInLink: boolean): MarkdownNode {
  const text = neutraliseText(token.content);
  switch (token.type) {
    case "softbreak":
    case "hardbreak":
      return { tag: "br", attributes: {}, children: [] };
    case "hr":
      return { tag: "hr", attributes: {}, children: [] };
    case "code_inline":
      return { tag: "code", attributes: {}, children: [text] };
    case "fence":
    case "code_block":
      return { language: neutraliseText(token.info.trim()), code: text };
    case "image":
      return pictureNode(token, isInLink);
    default:
      return text;
  }
}

/** A remote picture is never loaded. */
function pictureNode(token: Token, isInLink: boolean): MarkdownNode {
  const [address, title] = [attribute(token, "src"), attribute(token, "title")];
  const parts = [token.content, title, shownAddress(address)];
  const shown = neutraliseText(`[picture: ${parts.filter((part) => part !== "").join(", ")}]`);
  return isInLink || !isWeb(address) ? shown : linkNode(address, "", [shown]);
}

function shownAddress(address: string): string {
  return neutraliseText(MARKDOWN.normalizeLinkText(address));
}

function alignment(token: Token): Readonly<Record<string, string>> {
  const [, side] = /text-align:(right|center)/.exec(attribute(token, "style")) ?? [];
  return side === undefined ? {} : { class: side };
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

/** About as many characters as the nodes have as HTML. */
function weightOf(nodes: readonly MarkdownNode[]): number {
  let weight = 0;
  for (const node of nodes) {
    if (typeof node === "string") weight += node.length;
    else if ("code" in node) weight += node.code.length;
    else weight += 2 * node.tag.length + "<></>".length + weightOf(node.children);
  }
  return weight;
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
  let count = 0;
  for (const [run] of text.matchAll(/[\p{L}\p{N}]+/gu)) count += run.length;
  return count;
}
