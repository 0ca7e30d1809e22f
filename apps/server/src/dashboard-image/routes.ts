import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { CACHES, createFairQueue, HttpError, OPEN, ownedBytes, type RoutePlugin, untilAbandoned } from "@vedette/http";
import type { Registry } from "@vedette/worker-metrics";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { type Caller, callerOf } from "./caller.ts";
import { type DrawingThread, openDrawingThread } from "./drawing-thread.ts";
import type { PictureOrder, Question } from "./messages.ts";
import { createPictureCache, type KeptPicture, type Picture } from "./picture-cache.ts";

const COLLECTION = "/apis/dashboard.vedette.app/v1/namespaces";
const MAX_SIDE = 4096;
const MAX_PIXELS = 8_000_000;
const ANSWER_TIMEOUT_MS = 30_000;
/** A drawing is given up before its answer is. */
const DRAWING_TIMEOUT_MS = 25_000;
/** So long the same picture is shown again: by the server to the same caller, and by browsers. */
const MAX_AGE_SECONDS = CACHES.dashboard_images.lifetimeSeconds;
/** Queries of one image that run at a time, and how many wait. */
const QUERIES = { concurrency: 8, concurrencyPerPrincipal: 4, waitingPerPrincipal: 200 };
/** Characters of an answer; a picture that needs more is better seen in a browser. */
const MOST_ANSWER = 8 * 1024 * 1024;

const Name = Type.String({ minLength: 1, maxLength: 253, pattern: "^[A-Za-z0-9._-]+$" });
const Time = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }));
const Side = (otherwise: number) => Type.Integer({ minimum: 16, maximum: MAX_SIDE, default: otherwise });
const Wishes = Type.Object(
  {
    /** Id of one panel; the whole dashboard unless given. */
    panel: Type.Optional(Type.String({ minLength: 1, maxLength: 253 })),
    width: Side(1000),
    height: Side(500),
    theme: Type.Union([Type.Literal("dark"), Type.Literal("light")], { default: "dark" }),
    from: Time,
    to: Time,
    timezone: Time,
  },
  {
    // Values of variables, as the page's address has them.
    patternProperties: {
      "^var-\\w{1,100}$": Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 100 }),
    },
    maxProperties: 60,
  },
);

export interface DashboardImageOptions {
  readonly registry: Registry;
  /** Images rendered at a time. */
  readonly concurrency: number;
  /** Images of one user that wait. */
  readonly waitingPerUser: number;
  /** The caller that the work of a request counts for. */
  readonly principalOf: (headers: IncomingHttpHeaders, address: string) => Promise<string>;
}

/** A dashboard, or one of its panels, as PNG or SVG, drawn without a browser from what its reader may see. */
export const dashboardImageRoutes: RoutePlugin<DashboardImageOptions> = async (app, options) => {
  const { registry, principalOf } = options;
  const queue = createFairQueue({
    name: "image",
    registry,
    concurrency: options.concurrency,
    concurrencyPerPrincipal: options.concurrency,
    waitingPerPrincipal: options.waitingPerUser,
  });
  const pictures = createPictureCache();
  const thread = openDrawingThread();
  app.addHook("onClose", () => thread[Symbol.asyncDispose]());

  app.get(
    `${COLLECTION}/:namespace/dashboards/:uid/image`,
    {
      // Asking for the dashboard in the caller's name decides; nothing is drawn before.
      config: { permission: OPEN, answerWithinMs: ANSWER_TIMEOUT_MS },
      schema: { params: Type.Object({ namespace: Name, uid: Name }), querystring: Wishes },
    },
    async (request, reply) => {
      const wishes = request.query;
      if (wishes.width * wishes.height > MAX_PIXELS) {
        throw new HttpError("validation_failed", { detail: `A picture has at most ${MAX_PIXELS} pixels.` });
      }
      const gone = untilAbandoned(reply);
      const caller = callerOf(app, request);
      const path = `${COLLECTION}/${request.params.namespace}/dashboards/${request.params.uid}`;
      const found = await caller.get(path, gone);
      if (found.status !== 200) return reply.code(found.status).type(found.type).send(found.body);
      const dashboard: Dashboard = JSON.parse(found.body);
      const rights = await caller.get("/api/access-control/user/permissions", gone);
      const type = wantsSvg(request) ? "image/svg+xml" : "image/png";
      const { uid, resourceVersion } = dashboard.metadata ?? {};
      const key = JSON.stringify([caller.key, digestOf(rights.body), path, uid, resourceVersion, type, wishes]);
      if (/\bno-cache\b/.test(request.headers["cache-control"] ?? "")) pictures.forget(key);
      const draw = async (signal: AbortSignal): Promise<Picture> =>
        await queue.run(
          await principalOf(request.headers, request.ip),
          () => drawPicture({ dashboard, uid: request.params.uid, wishes, type, caller, thread, signal }),
          signal,
        );
      return answer(await pictures.get(key, gone, draw), reply);
    },
  );
};

interface Dashboard {
  readonly metadata?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly spec?: unknown;
}

interface Drawing {
  readonly dashboard: Dashboard;
  /** As the address names it. */
  readonly uid: string;
  readonly wishes: Static<typeof Wishes>;
  readonly type: Picture["type"];
  readonly caller: Caller;
  readonly thread: DrawingThread;
  readonly signal: AbortSignal;
}

async function drawPicture({
  dashboard,
  uid,
  wishes,
  type,
  caller,
  thread,
  signal: wanted,
}: Drawing): Promise<Picture> {
  const deadline = AbortSignal.timeout(DRAWING_TIMEOUT_MS);
  const signal = AbortSignal.any([wanted, deadline]);
  const queries = createFairQueue({ name: "image_query", ...QUERIES });
  try {
    const sources = await caller.get("/api/datasources", signal);
    const order = {
      ...orderOf(wishes),
      document: JSON.stringify(dashboard.spec ?? {}),
      sources: sources.status === 200 ? sources.body : "[]",
    };
    const svg = await thread.draw({
      order,
      signal,
      ask: (question) =>
        queries.run(
          "image",
          async () => {
            const { path, search } = question.of === "source" ? sourceCall(question) : annotationsCall(question, uid);
            const { status, body } = await caller.ask(path, search, signal);
            return status === 200 && body.length <= MOST_ANSWER ? body : undefined;
          },
          signal,
        ),
    });
    if (svg === undefined) throw new HttpError("not_found", { detail: "The dashboard has no such panel." });
    return { type, body: type === "image/png" ? await pngOf(svg, signal) : ownedBytes(svg) };
  } catch (error) {
    throw deadline.aborted ? new HttpError("deadline_exceeded", { cause: error }) : error;
  }
}

type QuestionOf<Kind> = Extract<Question, { readonly of: Kind }>;

function sourceCall({ base, path, parameters }: QuestionOf<"source">) {
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, value]));
  return { path: `${base}/api/v1/${path}`, search };
}

/** As many as a page asks for. */
const MOST_ANNOTATIONS = "500";

function annotationsCall({ from, to, tagged }: QuestionOf<"annotations">, dashboardUID: string) {
  const range = { from: String(Math.max(0, Math.floor(from))), to: String(Math.max(0, Math.ceil(to))) };
  const where = tagged === undefined ? { dashboardUID } : { matchAny: String(tagged.isAny) };
  const search = new URLSearchParams({ ...where, ...range, limit: MOST_ANNOTATIONS });
  for (const tag of tagged?.tags ?? []) search.append("tags", tag);
  return { path: "/api/annotations", search };
}

function orderOf(wishes: Static<typeof Wishes>): Omit<PictureOrder, "document" | "sources"> {
  const { panel, width, height, theme, ...asked } = wishes;
  const pairs = Object.entries(asked).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  const size = { width, height, theme, now: Date.now() };
  return { ...size, wishes: new URLSearchParams(pairs).toString(), ...(panel === undefined ? {} : { panel }) };
}

/** The library is loaded with the first picture; it draws in a thread of its own. */
async function pngOf(svg: string, signal: AbortSignal): Promise<Buffer> {
  const { nativeImage } = await import("@vedette/image");
  return (await nativeImage.decode(Buffer.from(svg), { signal })).encode("png", { signal });
}

function answer({ type, body, drawnAt }: KeptPicture, reply: FastifyReply): Buffer {
  const left = Math.min(MAX_AGE_SECONDS, Math.max(1, MAX_AGE_SECONDS - Math.floor((Date.now() - drawnAt) / 1000)));
  reply.headers({ "cache-control": `private, max-age=${left}`, vary: "accept, cookie, authorization" });
  // How old its values are, also of a picture that was kept.
  reply.header("last-modified", new Date(drawnAt).toUTCString());
  // Texts of the dashboard stand in it; should somebody open it as a page, nothing of it may run or load.
  reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  reply.type(type);
  return body;
}

/** What a caller may see changes with their roles: a picture of before is not shown again. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Browsers list SVG among all that an `<img>` takes; a PNG is smaller there and has the server's fonts. */
function wantsSvg({ headers: { accept = "" } }: FastifyRequest): boolean {
  return /\bimage\/svg\+xml\b/.test(accept) && !/\bimage\/(webp|png|\*)/.test(accept);
}
