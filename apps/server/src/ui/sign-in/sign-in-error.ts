import type { ErrorSurface } from "@vedette/http";
import type { FastifyRequest } from "fastify";

/** Why somebody could not sign in through the provider. The text is safe to show; the cause is for the log. */
export class SignInError extends Error {
  readonly status: 400 | 401 | 403 | 500 | 503;

  constructor(status: SignInError["status"], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "SignInError";
    this.status = status;
  }
}

/** A page for browsers, `{message}` for programs. */
export const signInSurface: ErrorSurface = {
  own(error, request) {
    if (!(error instanceof SignInError)) return undefined;
    return answerOf(error.status, error.message, request);
  },
  render: ({ status, message, headers }, request) => ({ ...answerOf(status, message, request), headers }),
};

function answerOf(status: number, message: string, request: FastifyRequest) {
  if (!(request.headers.accept ?? "").includes("text/html")) return { status, body: { message } };
  return { status, body: pageOf(message), headers: { "content-type": "text/html; charset=utf-8" } };
}

function pageOf(message: string): string {
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign-in failed</title>` +
    `<h1>Sign-in failed</h1><p>${escapeHtml(message)}</p><p><a href="sso">Try again</a></p></html>`
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text between tags or in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}
