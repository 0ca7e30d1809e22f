import { HttpError, OPEN, type RoutePlugin } from "@vedette/http";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { escapeHtml } from "./sign-in/sign-in-error.ts";

const Document = Type.Object({
  info: Type.Object({ title: Type.String(), version: Type.String() }),
  paths: Type.Record(
    Type.String(),
    Type.Record(
      Type.String(),
      Type.Object({
        summary: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
        parameters: Type.Optional(
          Type.Array(Type.Object({ name: Type.String(), in: Type.String(), required: Type.Optional(Type.Boolean()) })),
        ),
      }),
    ),
  ),
});

type OpenApiDocument = Static<typeof Document>;

/** Whether a value has the parts of an OpenAPI 3.1 document that the page shows. */
export function isOpenApiDocument(value: unknown): value is OpenApiDocument {
  return Check(Document, value);
}

export interface OpenApiOptions {
  /** The document as it is served. */
  readonly document: () => Promise<unknown>;
  readonly isEnabled: () => boolean;
  readonly publicPath: string;
}

const open = { config: { permission: OPEN }, schema: { hide: true } };

/** /openapi/: the description of the API as a page, without a script. */
export const openApiPage: RoutePlugin<OpenApiOptions> = async (app, { document, isEnabled, publicPath }) => {
  const requireEnabled = () => {
    if (!isEnabled()) throw new HttpError("not_found");
  };
  app.get("/openapi", open, async (_request, reply) => {
    requireEnabled();
    return reply.redirect(`${publicPath}/openapi/`, 301);
  });
  app.get("/openapi/", open, async (_request, reply) => {
    requireEnabled();
    reply.type("text/html; charset=utf-8");
    reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    return reply.send(pageOf(await document()));
  });
};

const STYLE =
  "body{font:15px/1.5 system-ui;max-width:70rem;margin:2rem auto;padding:0 1rem}code{font-size:1em}li{margin:.3em 0}small{color:#555}";

function pageOf(document: unknown): string {
  if (!isOpenApiDocument(document)) throw new TypeError("The description of the API has another form than OpenAPI 3.1");
  const { info, paths } = document;
  const sections = Map.groupBy(Object.entries(paths), ([path]) => sectionOf(path));
  const title = escapeHtml(`${info.title} ${info.version}`);
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API of ${title}</title><style>${STYLE}</style></head>`,
    `<body><h1>API of ${title}</h1><p>The same for programs: <a href="v1.json">OpenAPI 3.1</a>.</p>`,
    ...[...sections].map(
      ([section, entries]) =>
        `<section><h2>${escapeHtml(section)}</h2><ul>${entries.flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => operationItem(method, path, operation))).join("")}</ul></section>`,
    ),
    "</body></html>",
  ].join("\n");
}

function sectionOf(path: string): string {
  const [, first = "", second = ""] = path.split("/");
  return first === "auth" || first === "apis" ? `/${first}/${second}` : `/${first}`;
}

function operationItem(
  method: string,
  path: string,
  {
    summary,
    description,
    parameters = [],
  }: { summary?: string; description?: string; parameters?: { name: string; in: string; required?: boolean }[] },
): string {
  const text = summary ?? description ?? "";
  const asked = parameters
    .filter(({ in: place }) => place === "query")
    .map(({ name, required }) => (required ? `${name} (required)` : name));
  const details = [text, asked.length > 0 ? `?${asked.join(", ")}` : ""].filter((part) => part !== "").join(" · ");
  const shown = details === "" ? "" : `<br><small>${escapeHtml(details)}</small>`;
  return `<li><code>${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</code>${shown}</li>`;
}
