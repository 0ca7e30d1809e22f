import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { escapeHtml } from "../templates/escape.ts";

/** A page with one question and one button, which posts fields back to this service. */
export interface PlainPage {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  /** Where the form goes: an address of this service. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Whether the button presses itself where scripts run. */
  readonly isPressed?: boolean;
}

const STYLE =
  ":root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}" +
  "body{margin:0;min-height:100vh;display:grid;place-items:center}" +
  "main{max-width:26rem;padding:1.5rem}h1{font-size:1.25rem;overflow-wrap:anywhere}p{overflow-wrap:anywhere}" +
  "button{font:inherit;padding:.5rem 1rem;cursor:pointer}";
const SCRIPT = "document.forms[0].submit()";

/** Sends a page that loads nothing, is framed by nobody and runs no script but the one that presses the button. */
export function sendPlainPage(reply: FastifyReply, page: PlainPage): FastifyReply {
  const { title, text, button, action, fields, isPressed = false } = page;
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const form = `<form method="post" action="${escapeHtml(action)}">${inputs.join("")}<button>${escapeHtml(button)}</button></form>`;
  const policy = [
    "default-src 'none'",
    `style-src '${digest(STYLE)}'`,
    ...(isPressed ? [`script-src '${digest(SCRIPT)}'`] : []),
    // Nothing of form-action: browsers hold it against every redirect that follows, and providers have many hosts.
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return reply
    .headers({
      "content-security-policy": policy.join("; "),
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
    })
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escapeHtml(title)}</title><style>${STYLE}</style><main><h1>${escapeHtml(title)}</h1>` +
        `<p>${escapeHtml(text)}</p>${form}</main>${isPressed ? `<script>${SCRIPT}</script>` : ""}</html>`,
    );
}

function digest(source: string): string {
  return `sha256-${createHash("sha256").update(source).digest("base64")}`;
}
