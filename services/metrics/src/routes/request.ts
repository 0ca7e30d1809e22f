import { type App, HttpError } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Parameters } from "./parameters.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";

/** Makes forms the only kind of body in a scope, as the clients of this API send their queries. */
export function takeForms(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM_TYPE, { parseAs: "string" }, async (_request: FastifyRequest, form: string) => form);
  refuseOtherBodies(app, FORM_TYPE);
}

/** Says which bodies are taken. */
export function refuseOtherBodies(app: App, taken: string): void {
  app.addContentTypeParser("*", async () => {
    throw new HttpError("unsupported_media_type", { detail: `This address takes ${taken}.` });
  });
}

/** The parameters of the address and the form. */
export function parametersOf(request: FastifyRequest): Parameters {
  const form = typeof request.body === "string" ? request.body : "";
  if (form.includes("\0")) throw new HttpError("bad_request", { detail: "The form holds a NUL character." });
  return new Parameters(request.url.split("?")[1] ?? "", form);
}
