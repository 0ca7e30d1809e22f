import { type App, HttpError } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Parameters } from "./parameters.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";

/** Makes forms the only kind of body in a scope, as the clients of this API send their queries. */
export function takeForms(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM_TYPE, { parseAs: "string" }, async (_request: FastifyRequest, form: string) => form);
}

/** The parameters of the address and the form. */
export function parametersOf(request: FastifyRequest): Parameters {
  const form = typeof request.body === "string" ? request.body : "";
  if (form.includes("\0")) throw new HttpError("bad_request", { detail: "The form holds a NUL character." });
  return new Parameters(request.url.split("?")[1] ?? "", form);
}

/** Ends when the client goes away before it has its answer. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
