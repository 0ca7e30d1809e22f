import { messages } from "./messages.ts";

/** What the wall says itself, while the playlist is not there to be shown. */
export interface Notice {
  readonly title: string;
  readonly text: string;
  /** In large letters, such as a code. */
  readonly code?: string;
  /** A picture as SVG text of our own making. */
  readonly picture?: string;
  /** Small print. */
  readonly detail?: string;
  /** After so long the page is loaded again. */
  readonly refreshSeconds?: number;
}

/** A page without a script, an address or a file from anywhere. Sizes follow the screen, so that it reads from afar. */
export function noticePage({ title, text, code, picture, detail, refreshSeconds }: Notice): string {
  return `<!doctype html>
<html lang="${messages.language}"><meta charset="utf-8"><title>${escaped(title)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
${refreshSeconds === undefined ? "" : `<meta http-equiv="refresh" content="${refreshSeconds}">`}
<style>
html { --u: min(1vw, 1.78vh); background: #05070a; color: #c3cad3; cursor: none; height: 100% }
body { margin: 0; height: 100%; display: grid; place-content: center; justify-items: center; gap: calc(2 * var(--u));
  padding: calc(4 * var(--u)); box-sizing: border-box; text-align: center;
  font: calc(1.8 * var(--u))/1.4 system-ui, sans-serif }
h1 { margin: 0; color: #f4f6f8; font-size: calc(3 * var(--u)); font-weight: 600; line-height: 1.2 }
p { margin: 0; max-width: 60ch; overflow-wrap: anywhere }
.code { color: #f4f6f8; font: 600 calc(9 * var(--u))/1 ui-monospace, monospace; letter-spacing: .12em; margin-right: -.12em }
.detail { font-size: calc(1.35 * var(--u)) }
svg { width: calc(16 * var(--u)); height: calc(16 * var(--u)); background: #fff; border-radius: calc(.6 * var(--u)) }
</style>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${code === undefined ? "" : `<p class="code">${escaped(code)}</p>`}
${picture ?? ""}
${detail === undefined || detail === "" ? "" : `<p class="detail">${escaped(detail)}</p>`}
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
