import { createHash } from "node:crypto";
import { OPEN, type RoutePlugin } from "@vedette/http";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { escapeHtml } from "../templates/escape.ts";
import type { RouteOptions } from "./route-options.ts";

/** Whose script draws a captcha, and which hosts it needs beside its own. */
const SCRIPTS = {
  hcaptcha: { url: "https://js.hcaptcha.com/1/api.js", hosts: ["https://hcaptcha.com", "https://*.hcaptcha.com"] },
  turnstile: {
    url: "https://challenges.cloudflare.com/turnstile/v0/api.js",
    hosts: ["https://challenges.cloudflare.com"],
  },
} as const;

/** Solves at once, and tells the page around it. Both providers have the same functions under their own name. */
const PROGRAM = `
const tell = (answer) => parent.postMessage({ captcha: answer }, location.origin);
const fail = () => tell({ failed: true });
addEventListener("keydown", ({ key }) => key === "Escape" && fail());
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && fail(), true);
window.onCaptcha = () => {
  const box = document.getElementById("captcha");
  const { provider, sitekey } = box.dataset;
  const told = { sitekey, callback: (token) => tell({ token }), "error-callback": fail, "expired-callback": fail };
  if (provider === "turnstile") turnstile.render(box, told);
  else hcaptcha.execute(hcaptcha.render(box, { ...told, size: "invisible", "close-callback": fail }));
};
`;
const STYLE = "html,body{height:100%;margin:0}body{display:grid;place-items:center}";

/**
 * /captcha: a document of its own in which a provider's script runs, for the pages of this house to frame. Their own
 * policy, which lets no foreign script in, stays as it is.
 */
export const captchaFrameRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  app.get("/captcha", { config: { permission: OPEN } }, async (_request, reply) => {
    const { "auth.captcha.provider": provider, "auth.captcha.site_key": siteKey } = identity.settings;
    if (!asksForCaptcha(identity)) throw new IdentityError("feature_disabled");
    const own = identity.settings["auth.captcha.script_url"];
    const script = new URL(own || SCRIPTS[provider].url);
    script.searchParams.set("render", "explicit");
    script.searchParams.set("onload", "onCaptcha");
    const hosts = own === "" ? SCRIPTS[provider].hosts.join(" ") : script.origin;
    const policy = [
      "default-src 'none'",
      `script-src '${digest(PROGRAM)}' ${hosts}`,
      `style-src 'unsafe-inline' ${hosts}`,
      `frame-src ${hosts}`,
      `connect-src ${hosts}`,
      `img-src data: ${hosts}`,
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ];
    return reply
      .header("content-security-policy", policy.join("; "))
      .type("text/html; charset=utf-8")
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
          `<title>Are you a person?</title><style>${STYLE}</style>` +
          `<div id="captcha" data-provider="${provider}" data-sitekey="${escapeHtml(siteKey)}"></div>` +
          `<script>${PROGRAM}</script><script src="${escapeHtml(script.href)}" async></script></html>`,
      );
  });
};

/** Whether the pages of this house ask people for a captcha: without the site's key they have none to show. */
export function asksForCaptcha({ settings }: Pick<Identity, "settings">): boolean {
  return settings["auth.captcha.enabled"] && settings["auth.captcha.site_key"] !== "";
}

function digest(source: string): string {
  return `sha256-${createHash("sha256").update(source).digest("base64")}`;
}
