import { neutraliseText } from "./neutralise-text.js";

export interface HtmlPage {
  readonly title: string;
  readonly style: string;
  /** Markup; every text in it is escaped already. */
  readonly body: string;
}

/** One HTML page that needs nothing else: no script, no request. */
export function renderHtmlPage({ title, style, body }: HtmlPage): string {
  const text = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${text}</title>
<style>${PAGE_STYLE}${style}</style>
</head>
<body>
<h1>${text}</h1>
${body}
</body>
</html>
`;
}

/** Text for any place between tags or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return neutraliseText(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const PAGE_STYLE = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h2{margin-top:2.5rem;border-bottom:1px solid #ccc}
svg text{font:10px system-ui,sans-serif;fill:#666}
`;
