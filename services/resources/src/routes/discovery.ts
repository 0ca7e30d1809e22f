import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import {
  type Access,
  type App,
  drawFailures,
  HttpError,
  isGzipAskedFor,
  MIN_COMPRESSED_BYTES,
  OPEN,
  type RoutePlugin,
} from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { SIGNED_IN } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import {
  AGGREGATED_VERSIONS,
  type AggregatedVersion,
  aggregatedDiscovery,
  coreVersions,
  groupDocument,
  groupList,
  groupVersionOf,
  resourceList,
} from "../discovery/documents.ts";
import { CORE_GROUP, groupsOf } from "../discovery/groups.ts";
import { namespaceAnswer, namespaceListAnswer } from "../discovery/namespaces.ts";
import { ASKED_PROTOBUF_V2, openApiV2, openApiV2Protobuf, PROTOBUF_V2 } from "../discovery/openapi-v2.ts";
import { openApiV3 } from "../discovery/openapi-v3.ts";
import { versionDocument } from "../discovery/version.ts";
import type { Kind } from "../kinds/kind.ts";
import { formOf } from "../lists/form.ts";
import type { Resources } from "../resources.ts";
import { keepOutOfCaches } from "./caches.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";
import { JSON_TYPE } from "./object-parameters.ts";
import { statusSurface } from "./status-surface.ts";

type Options = { resources: Resources; access: Access<Caller>; kinds: readonly Kind[] };

const signedIn = { config: { permission: SIGNED_IN }, schema: { hide: true } } as const;

const PROTOBUF_TYPES = [ASKED_PROTOBUF_V2, PROTOBUF_V2] as const;

/** What clients ask before they ask anything else, outside of /apis: /version, /api, /api/v1, /openapi. */
export const discoveryRoutes: RoutePlugin<Options> = async (app, { resources, access, kinds }) => {
  const { build } = resources;
  const groups = groupsOf(kinds);
  drawFailures(app, statusSurface(access));
  keepExactTypes(app);
  keepOutOfCaches(app);
  access.install(app);

  app.get("/version", { config: { permission: OPEN }, schema: { hide: true } }, async () => versionDocument(build));

  const versions = keptText(() => coreVersions());
  const aggregated = keptByVersion((version) => aggregatedDiscovery([CORE_GROUP], version));
  app.get("/api", signedIn, async (request, reply) => sendDiscovery(request, reply, { plain: versions, aggregated }));

  const core = keptText(() => resourceList(CORE_GROUP));
  app.get("/api/v1", signedIn, async (request, reply) => sendText(request, reply, core()));

  app.get("/api/v1/namespaces", signedIn, async ({ headers }, reply) =>
    reply.type(JSON_TYPE).send(namespaceListAnswer(formOf(headers.accept, undefined), [DEFAULT_NAMESPACE])),
  );
  app.get(
    "/api/v1/namespaces/:namespace",
    { ...signedIn, schema: { hide: true, params: Type.Object({ namespace: Type.String({ maxLength: 253 }) }) } },
    async ({ headers, params: { namespace } }, reply) => {
      if (namespace !== DEFAULT_NAMESPACE) throw new HttpError("not_found", { detail: "There is no such namespace." });
      return reply.type(JSON_TYPE).send(namespaceAnswer(formOf(headers.accept, undefined), namespace));
    },
  );

  const v2 = keptText(() => openApiV2(groups, build.version));
  const v2Protobuf = keptBytes(() => openApiV2Protobuf(groups, build.version));
  app.get("/openapi/v2", signedIn, async (request, reply) => {
    const wantsProtobuf = PROTOBUF_TYPES.some((type) => request.headers.accept?.includes(type));
    return wantsProtobuf ? sendBytes(request, reply, v2Protobuf()) : sendText(request, reply, v2());
  });

  const documents = new Map(
    groups
      .filter((group) => group.kinds.length > 0)
      .map((group) => [`apis/${groupVersionOf(group)}`, keptText(() => openApiV3(group, build.version))]),
  );
  const index = keptText(() => ({
    paths: Object.fromEntries(
      [...documents].map(([path, text]) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${text().hash}` }]),
    ),
  }));
  app.get("/openapi/v3", signedIn, async (request, reply) => sendText(request, reply, index()));
  for (const [path, text] of documents) {
    app.get(`/openapi/v3/${path}`, signedIn, async (request, reply) => {
      // With the hash in its address the document is always this one.
      if (request.url.endsWith(`hash=${text().hash}`))
        reply.header("cache-control", "private, max-age=31536000, immutable");
      return sendText(request, reply, text());
    });
  }
};

/** GET /apis, /apis/:group and /apis/:group/:version, to be mounted at /apis. */
export const groupRoutes: RoutePlugin<Pick<Options, "kinds">> = async (app, { kinds }) => {
  const groups = groupsOf(kinds);
  keepExactTypes(app);
  const list = keptText(() => groupList(groups));
  const aggregated = keptByVersion((version) => aggregatedDiscovery(groups, version));
  app.get("", signedIn, async (request, reply) => sendDiscovery(request, reply, { plain: list, aggregated }));
  for (const group of groups) {
    const document = keptText(() => groupDocument(group));
    const resources = keptText(() => resourceList(group));
    app.get(`/${group.name}`, signedIn, async (request, reply) => sendText(request, reply, document()));
    app.get(`/${groupVersionOf(group)}`, signedIn, async (request, reply) => sendText(request, reply, resources()));
  }
};

interface Kept<Content> {
  readonly content: Content;
  readonly hash: string;
  /** Nothing for what is too small to gain by it. */
  readonly gzipped: Uint8Array | undefined;
}

/** Made when somebody first asks: a start does without it. */
function kept<Content extends string | Uint8Array>(make: () => Content): () => Kept<Content> {
  let known: Kept<Content> | undefined;
  return () => {
    if (known !== undefined) return known;
    const content = make();
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 32).toUpperCase();
    const gzipped = Buffer.byteLength(content) < MIN_COMPRESSED_BYTES ? undefined : gzipSync(content);
    known = { content, hash, gzipped };
    return known;
  };
}

function keptText(make: () => object): () => Kept<string> {
  return kept(() => JSON.stringify(make()));
}

function keptBytes(make: () => Uint8Array): () => Kept<Uint8Array> {
  return kept(make);
}

function keptByVersion(make: (version: AggregatedVersion) => object) {
  return new Map(AGGREGATED_VERSIONS.map((version) => [version, keptText(() => make(version))]));
}

/** Everything at once for those who ask for it by their `Accept`, else the plain list. */
function sendDiscovery(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, aggregated }: { plain: () => Kept<string>; aggregated: ReadonlyMap<AggregatedVersion, () => Kept<string>> },
): FastifyReply {
  const accept = request.headers.accept ?? "";
  const isWanted = accept.includes("as=APIGroupDiscoveryList");
  const version = AGGREGATED_VERSIONS.find((known) => isWanted && accept.split(/[;,]/).includes(`v=${known}`));
  const text = version === undefined ? undefined : aggregated.get(version);
  if (text === undefined) return sendText(request, reply, plain());
  return sendKept(request, reply, {
    ...text(),
    type: `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
  });
}

function sendText(request: FastifyRequest, reply: FastifyReply, text: Kept<string>): FastifyReply {
  return sendKept(request, reply, { ...text, type: JSON_TYPE });
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Kept<Uint8Array>): FastifyReply {
  return sendKept(request, reply, { ...bytes, type: PROTOBUF_V2 });
}

/** Clients keep discovery on their disks, and ask by its tag whether it still holds. */
function sendKept(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { content, gzipped, hash, type }: Kept<string | Uint8Array> & { type: string },
): FastifyReply {
  const zipped = isGzipAskedFor(headers["accept-encoding"]) ? gzipped : undefined;
  const tag = zipped === undefined ? `"${hash}"` : `"${hash}-gzip"`;
  reply.header("etag", tag).header("vary", "Accept, Accept-Encoding");
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-cache, private");
  if (headers["if-none-match"] === tag) return reply.code(304).send();
  exactTypes.set(reply, type);
  if (zipped !== undefined) reply.header("content-encoding", "gzip");
  return reply.send(Buffer.from(zipped ?? content));
}

const exactTypes = new WeakMap<FastifyReply, string>();

/** Clients compare these types letter by letter; Fastify would write them in its own way, or not at all. */
function keepExactTypes(app: App): void {
  app.addHook("onSend", async (_request, reply) => {
    const type = exactTypes.get(reply);
    if (type === undefined) return;
    reply.removeHeader("content-type");
    reply.raw.setHeader("content-type", type);
  });
}
