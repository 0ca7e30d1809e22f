import swagger from "@fastify/swagger";
import { OPEN } from "./access.ts";
import type { App } from "./app.ts";
import { HttpError } from "./errors.ts";

/** Where the description of the API is served. */
const DOCUMENT_PATH = "/openapi/v1.json";

interface Description {
  readonly version: string;
  readonly publicUrl: string;
  /** Whether the description is served now. */
  readonly isDescribed: () => boolean;
}

/** Describes every route by the schema that also validates it, as OpenAPI 3.1 at `/openapi/v1.json`. */
export function describeRoutes(app: App, { version, publicUrl, isDescribed }: Description): void {
  app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Vedette", version },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: ({ schema, url, route }) => {
      const isOpen = route.config?.permission === OPEN;
      return { url, schema: { ...schema, ...(isOpen ? {} : { security: [{ bearer: [] }] }) } };
    },
  });
  app.after(() => {
    app.get(DOCUMENT_PATH, { config: { permission: OPEN }, schema: { hide: true } }, async () => {
      if (!isDescribed()) throw new HttpError("not_found");
      return app.swagger();
    });
  });
}
