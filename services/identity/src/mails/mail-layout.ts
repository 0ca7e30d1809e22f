/** What a mail with a code, and mostly a link, says. */
export interface LinkMail {
  readonly subject: string;
  readonly heading: string;
  /** One or two plain sentences. */
  readonly text: string;
  /** Empty where there is no link. */
  readonly button: string;
  readonly url: string;
  /** Shown for those who cannot open links where they read mail. */
  readonly code: string;
  /** How long link and code work. */
  readonly expirySeconds: number;
  /** Why this mail came although nobody asked for it, and what to do then. */
  readonly closing: string;
}

/** Draws a mail as text and as HTML with the same words. Nothing in it is loaded from anywhere. */
export function drawLinkMail(mail: LinkMail): { subject: string; text: string; html: string } {
  const { subject, heading, text, button, url, code, closing } = mail;
  const hasLink = button !== "";
  const expiry = `${hasLink ? "The link and the code work" : "The code works"} once, for ${inWords(mail.expirySeconds)}.`;
  return {
    subject: subject.replace(/[\r\n]+/g, " "),
    text: [
      heading,
      text,
      ...(hasLink ? [`${button}:\n${url}`, `Or enter this code: ${code}`] : [`Enter this code: ${code}`]),
      expiry,
      closing,
    ].join("\n\n"),
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1b1f24;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${hasLink ? `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;background:#1b4dd8;color:#ffffff;text-decoration:none;border-radius:6px">${escapeHtml(button)}</a></p>` : ""}
<p>${hasLink ? "Or enter" : "Enter"} this code: <strong style="letter-spacing:2px">${escapeHtml(code)}</strong></p>
<p style="color:#57606a;font-size:14px">${escapeHtml(expiry)} ${escapeHtml(closing)}</p>
</div>
</body>
</html>
`,
  };
}

const HTML_ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => HTML_ENTITIES.get(sign) ?? sign);
}

function inWords(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? "one hour" : `${seconds / 3600} hours`;
  return `${Math.floor(seconds / 60)} minutes`;
}
