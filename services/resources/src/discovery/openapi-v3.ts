import type { Kind } from "../kinds/kind.ts";
import { groupVersionOf } from "./documents.ts";
import type { ServedGroup } from "./groups.ts";
import { describedSpec, gvkOf, type Schema, schemaName, schemasOf, WRITE_PARAMETERS } from "./schemas.ts";

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** GET /openapi/v3/apis/:group/:version */
export function openApiV3(group: ServedGroup, version: string) {
  return {
    openapi: "3.0.0",
    info: { title: "Vedette", version },
    paths: Object.fromEntries(group.kinds.flatMap((kind) => pathsOf(kind, groupVersionOf(group)))),
    components: { schemas: schemasOf(group.kinds, refTo, describedSpec) },
  };
}

type Method = "get" | "post" | "put" | "patch" | "delete";

function pathsOf(kind: Kind, groupVersion: string): (readonly [string, object])[] {
  const collection = `/apis/${groupVersion}/namespaces/{namespace}/${kind.plural}`;
  const parameters = [pathParameter("namespace")];
  return [
    [
      collection,
      {
        parameters,
        get: operation(kind, "get", "list"),
        post: operation(kind, "post", "post"),
        delete: operation(kind, "delete", "deletecollection"),
      },
    ],
    [
      `${collection}/{name}`,
      {
        parameters: [...parameters, pathParameter("name")],
        get: operation(kind, "get", "get"),
        put: operation(kind, "put", "put"),
        patch: operation(kind, "patch", "patch"),
        delete: operation(kind, "delete", "delete"),
      },
    ],
  ];
}

const BODIES: Partial<Record<Method, readonly string[]>> = {
  post: ["application/json"],
  put: ["application/json"],
  patch: ["application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"],
};

function operation(kind: Kind, method: Method, action: string) {
  const isWrite = method !== "get";
  const schema: Schema = { $ref: refTo(schemaName(action === "list" ? { ...kind, kind: `${kind.kind}List` } : kind)) };
  const bodies = BODIES[method];
  return {
    tags: [kind.plural],
    operationId: `${action}${kind.kind}`,
    ...(isWrite ? { parameters: WRITE_PARAMETERS.map(queryParameter) } : {}),
    ...(bodies === undefined
      ? {}
      : {
          requestBody: {
            content: Object.fromEntries(bodies.map((type) => [type, { schema: bodySchema(type, schema) }])),
          },
        }),
    responses: { 200: { description: "OK", content: { "application/json": { schema } } } },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": gvkOf(kind),
  };
}

function bodySchema(type: string, schema: Schema): Schema {
  return type === "application/json" ? schema : {};
}

function pathParameter(name: string) {
  return { name, in: "path", required: true, schema: { type: "string" } };
}

function queryParameter(name: string) {
  return { name, in: "query", schema: { type: name === "force" ? "boolean" : "string" } };
}
