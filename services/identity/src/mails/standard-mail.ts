/** The words of a mail; every field may be a template. */
export interface StandardMail {
  readonly heading: string;
  /** One or two plain sentences. */
  readonly text: string;
  /** What the button of the link says; absent where there is no link. */
  readonly button?: string;
  /** Whether the mail shows the code, beside a link or alone. */
  readonly code?: "with-link" | "alone";
  /** Why this mail came although nobody asked for it, and what to do then. */
  readonly closing: string;
}

/**
 * Draws the template of a mail. Nothing in it is loaded from anywhere; programs that know no style sheet see the light
 * form, since its colours stand with the elements.
 */
export function standardMail({ heading, text, button, code, closing }: StandardMail): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #12161c !important; }
  .card { background: #1b2129 !important; border-color: #2c343f !important; }
  .ink { color: #e8ecf1 !important; }
  .quiet { color: #98a3b0 !important; }
  .code { background: #12161c !important; color: #e8ecf1 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#eef1f5">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f5">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px">
<tr><td class="quiet" style="padding:0 4px 12px;font:600 13px/1.4 system-ui,-apple-system,'Segoe UI',sans-serif;color:#5b6673">{{ .SiteHost }}</td></tr>
<tr><td class="card ink" style="padding:32px;background:#ffffff;border:1px solid #dbe1e8;border-radius:12px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1b2129">
<h1 class="ink" style="margin:0 0 12px;font-size:22px;line-height:1.3;color:#1b2129">${heading}</h1>
<p style="margin:0 0 24px">${text}</p>
${button === undefined ? "" : buttonOf(button)}${code === undefined ? "" : codeOf(code)}<p class="quiet" style="margin:0;font-size:14px;color:#5b6673">${expiryOf(code)}${closing}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function buttonOf(button: string): string {
  return `<p style="margin:0 0 24px"><a href="{{ .ConfirmationURL }}" style="display:inline-block;padding:12px 22px;background:#1f4fd8;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none">${button}</a></p>
`;
}

function codeOf(code: "with-link" | "alone"): string {
  return `<p style="margin:0 0 24px">${code === "alone" ? "Enter" : "Or enter"} this code: <strong class="code" style="display:block;margin-top:8px;padding:12px;background:#eef1f5;border-radius:8px;font:600 24px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">{{ .Token }}</strong></p>
`;
}

function expiryOf(code: StandardMail["code"]): string {
  if (code === undefined) return "";
  return `${code === "alone" ? "The code works" : "The link and the code work"} once, for {{ .ExpiresIn }}. `;
}
