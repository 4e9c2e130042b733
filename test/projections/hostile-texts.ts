import fc from "fast-check";
import { anyCharacter } from "../any-character.js";

/** What tries to be more than a text where Markdown or HTML is read. */
const TRICKS = [
  "</pre></details><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  "<svg onload=alert(1)><style>*{display:none}</style>",
  "<!-- <![CDATA[ ]]>\u0000",
  "&lt;script&gt; &#x6a;avascript: &copy;",
  "[link](javascript:alert(1))",
  "[link](JaVa\nScRiPt:alert(1))",
  '[a](<http://e.org/"onmouseover=alert(1)> "t\\"itle")',
  "[a](data:text/html;base64,PHNjcmlwdD4=) [b](vbscript:x) [c](file:///etc/passwd)",
  "![pixel](http://example.org/pixel.png 'tit\"le') ![](//example.org/x) [![i](http://a/b)](http://c)",
  "<http://example.org/%E2%80%AE> <javascript:alert(1)> <a@b.org>",
  "[ref]\n\n[ref]: javascript:alert(1) 'lost'",
  "| a | b |\n|:-:|--:|\n| c | d | surplus |",
  "````js onload=x\n# heading\n",
  "~~~\nfence",
  "> > - 3) quote\n\n    code\n***",
  "# one\n## two ##\nsetext\n===",
  "*em **strong*** ~~gone~~ `code` ``a`b`` un*frigging*believable __init__",
  "\u001b]0;title\u0007\u001b[2J\u202eright to left\u2066",
  "data:image/svg+xml;base64,PHN2Zy8+",
  "javascript:alert(1)",
  "https://example.org/a.png?\"'><b>",
  "</summary></details>\n\n<details open>",
];

/** Texts out of tricks, words and signs, over several lines. */
export const hostileTexts = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...TRICKS) },
      { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 8 }) },
      {
        weight: 2,
        arbitrary: fc.constantFrom("word", "été 東京", "[", "](", "**", "`", "<", ">", "&"),
      },
      { weight: 2, arbitrary: fc.constantFrom(" ", "\n", "\n\n", "\n- ", "\n    ", "\n> ") },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));
