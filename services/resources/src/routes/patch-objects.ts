import {
  type Access,
  type App,
  decodeText,
  HttpError,
  parseJson,
  type RoutePlugin,
  readJson,
  turnFor,
} from "@vedette/http";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../access/caller.ts";
import { ResourceError } from "../errors.ts";
import {
  checkDuplicates,
  checkFields,
  checkPatchedFields,
  type FieldCheck,
  reportDuplicates,
} from "../fields/field-validation.ts";
import { parseYaml } from "../fields/yaml.ts";
import type { Kind } from "../kinds/kind.ts";
import type { Body } from "../objects/draft.ts";
import { type Patch, patchObject } from "../objects/patch.ts";
import type { Resources } from "../resources.ts";
import { authorOfRequest } from "./author.ts";
import { requireNamespace } from "./namespace.ts";
import { fieldCheckOf, isTrue, JSON_TYPE, modeOf, OneObject, PatchParameters } from "./object-parameters.ts";

/** What a PATCH may be, by the type of its body. */
const PATCH_TYPES: ReadonlyMap<string, Patch["how"]["kind"]> = new Map([
  ["application/json-patch+json", "json"],
  ["application/merge-patch+json", "merge"],
  ["application/apply-patch+yaml", "apply"],
  ["application/yaml", "apply"],
]);
const SHOWN_TYPES = "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml";

/** Bytes in which JSON begins. */
const MAX_BLANKS = 1024;
/** Bytes of YAML that is no JSON; it is read much more slowly. */
const MAX_YAML_LENGTH = 1024 * 1024;

/** PATCH /apis/:group/:version/namespaces/:namespace/:plural/:name, the same for every kind. */
export const patchRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller>; kind: Kind }> = async (
  app,
  { resources: { db, settings }, access, kind },
) => {
  const bodyLimit = settings["server.limits.object_bytes"];
  takePatches(app, bodyLimit);
  app.addHook("preValidation", async ({ params }) => requireNamespace(params, kind));

  app.patch(
    `/${kind.group}/${kind.version}/namespaces/:namespace/${kind.plural}/:name`,
    {
      config: { permission: kind.actions.update, resource: kind, verb: "patch" },
      bodyLimit,
      schema: { params: OneObject, querystring: PatchParameters },
    },
    async (request, reply) => {
      const { params, query } = request;
      const how = howOf(request, query);
      const body = bodies.get(request) ?? { value: undefined, text: "" };
      const author = authorOfRequest(access, request);
      const mode = modeOf(query.dryRun);
      const check = fieldCheckOf(kind, query.fieldValidation, reply);
      if (how.kind === "apply") await checkApplied(check, request, body);
      if (how.kind === "merge") await checkDuplicates(check, body);
      await turnFor(body.text.length);
      const looksAt = { checkFields: (before: unknown, after: unknown) => checkPatchedFields(check, before, after) };
      const limits = { maxLength: bodyLimit, maxValues: app.maxJsonValues };
      const patch = { kind, ...params, how, body, author, mode, now: new Date(), ...limits, ...looksAt };
      const patched = await patchObject(db, patch);
      return reply
        .code(patched.isNew ? 201 : 200)
        .type(JSON_TYPE)
        .send(patched.text);
    },
  );
};

const bodies = new WeakMap<FastifyRequest, Body>();
/** Paths of what stands twice in a body that was YAML. */
const yamlDuplicates = new WeakMap<FastifyRequest, readonly string[]>();

async function checkApplied(check: FieldCheck, request: FastifyRequest, body: Body): Promise<void> {
  await checkFields(check, body);
  reportDuplicates(check, yamlDuplicates.get(request) ?? []);
}

function takePatches(app: App, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  for (const [type, kind] of PATCH_TYPES) {
    app.addContentTypeParser(type, { parseAs: "buffer", bodyLimit }, async (request: FastifyRequest, bytes: Buffer) => {
      const body = await (kind === "apply" ? readYaml(bytes, request) : readJson(bytes, app.maxJsonValues));
      bodies.set(request, body);
      return body.value;
    });
  }
  app.addContentTypeParser("*", async () => {
    throw new HttpError("unsupported_media_type", {
      detail: `the body of the request was in an unknown format - accepted media types include: ${SHOWN_TYPES}`,
    });
  });
}

/** JSON is YAML; what begins like JSON is read as such. */
async function readYaml(bytes: Buffer, request: FastifyRequest): Promise<Body> {
  const { maxJsonValues } = request.server;
  if (/^\s*\{/.test(bytes.toString("latin1", 0, MAX_BLANKS))) return await readJson(bytes, maxJsonValues);
  if (bytes.length > MAX_YAML_LENGTH) throw new HttpError("body_too_large");
  const { value, duplicates } = await parseYaml(decodeText(bytes));
  yamlDuplicates.set(request, duplicates);
  // Through JSON once more: what came of YAML keeps to the same limits.
  const json = JSON.stringify(value) ?? "null";
  return { value: parseJson(json, maxJsonValues), text: json };
}

function howOf(
  { headers }: FastifyRequest,
  { force, fieldManager = "" }: { force?: string; fieldManager?: string },
): Patch["how"] {
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const kind = PATCH_TYPES.get(type) ?? "merge";
  if (kind === "apply") {
    if (fieldManager !== "") return { kind, isForced: isTrue(force) };
    throw new ResourceError("request_invalid", { detail: "fieldManager is required for an apply patch" });
  }
  if (force !== undefined) {
    throw new ResourceError("request_invalid", { detail: "force may be set for apply patches only" });
  }
  return { kind };
}
