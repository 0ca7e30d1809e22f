import type { App } from "@vedette/http";

/**
 * Reads a body without content type as JSON, as Kubernetes clients expect, when a header signs the request in. With a
 * cookie alone it stays refused: a foreign page can send such a body.
 */
export function readUntypedAsJson(app: App): void {
  app.addHook("onRequest", async ({ headers }) => {
    const isSignedByHeader = headers.authorization !== undefined || headers["apikey"] !== undefined;
    if (headers["content-type"] === undefined && isSignedByHeader) headers["content-type"] = "application/json";
  });
}
