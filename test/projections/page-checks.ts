import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { neutraliseText } from "../../src/projections/display-text.js";

type Node = DefaultTreeAdapterTypes.Node;

/** What a browser makes of a page: nothing is loaded or run. */
export interface ReadPage {
  /** Elements and attributes that no page of ours has, and addresses that lead elsewhere. */
  readonly refused: readonly string[];
  /** All that a reader can find: texts, titles and the addresses of links. */
  readonly words: string;
  readonly errors: readonly string[];
}

const ANYWHERE = ["aria-label", "class", "dir", "id", "tabindex"];
/** Every element of our pages, with the attributes of its own. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...{ html: ["lang"], head: [], body: [], meta: ["charset", "content", "http-equiv", "name"] },
  ...{ title: [], style: [], h1: [], h2: [], h3: [], h4: [], h5: [], h6: [], header: [] },
  ...{ article: [], section: [], nav: [], div: [], p: [], span: [], b: [], small: [], br: [] },
  ...{ hr: [], em: [], strong: [], s: [], ins: [], del: [], code: [], pre: [], blockquote: [] },
  ...{ ul: [], ol: ["start"], li: [], dl: [], dt: [], dd: [], figure: [], figcaption: [] },
  ...{ table: [], thead: [], tbody: [], tr: [], th: ["scope"], td: [], details: ["open"] },
  ...{ summary: [], a: ["href", "rel", "target", "title"], main: [], time: ["datetime", "title"] },
  ...{ img: ["alt", "loading", "src"] },
  ...{ svg: ["viewBox", "role"], g: [], line: ["x1", "x2", "y1", "y2"] },
  ...{ rect: ["height", "width", "x", "y"], text: ["text-anchor", "x", "y"] },
};
/** Addresses that are known to lead nowhere else. */
const ADDRESSES: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:|mailto:|#[a-z]+(?:-\d+)?$)/i,
  src: /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=]*$/,
};

export function readPage(html: string): ReadPage {
  const errors: string[] = [];
  const onParseError = ({ code }: { readonly code: string }): void => {
    if (code !== "noncharacter-in-input-stream") errors.push(code); // a character like others
  };
  const refused: string[] = [];
  const words: string[] = [];
  const visit = (node: Node): void => {
    if ("data" in node) refused.push("a comment");
    if ("value" in node) words.push(node.value);
    if ("attrs" in node) {
      const allowed = ALLOWED[node.tagName];
      if (allowed === undefined) refused.push(`<${node.tagName}>`);
      for (const { name, value } of node.attrs) {
        if (allowed?.includes(name) !== true && !ANYWHERE.includes(name)) refused.push(name);
        if (ADDRESSES[name]?.test(value) === false) refused.push(`${name}=${value}`);
        if (name === "title" || name === "href") words.push(readable(value));
      }
      if (node.tagName === "a" && hasWebAddress(node.attrs)) {
        const rel = node.attrs.find(({ name }) => name === "rel")?.value;
        if (rel !== "noopener noreferrer") refused.push("a link without rel");
      }
    }
    if ("childNodes" in node) node.childNodes.forEach(visit);
  };
  visit(parse(html, { onParseError }));
  return { refused, words: words.join(""), errors };
}

function hasWebAddress(
  attrs: readonly { readonly name: string; readonly value: string }[],
): boolean {
  return attrs.some(({ name, value }) => name === "href" && !value.startsWith("#"));
}

function readable(address: string): string {
  try {
    return `${address}${decodeURI(address)}`;
  } catch (error) {
    if (error instanceof URIError) return address;
    throw error;
  }
}

/** The words of a text that a page does not show. Numbers of lists are the browser's. */
export function lostWords(text: string, { words }: Pick<ReadPage, "words">): readonly string[] {
  const said = neutraliseText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return said.filter((word) => /\p{L}/u.test(word) && !words.includes(word));
}
