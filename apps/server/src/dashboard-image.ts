import { type App, HttpError, OPEN, type RoutePlugin, untilAbandoned } from "@vedette/http";
import type { DashboardPicture } from "@vedette/web";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { createTurns } from "./turns.ts";

const COLLECTION = "/apis/dashboard.vedette.app/v1/namespaces";
const MAX_SIDE = 4096;
const MAX_PIXELS = 8_000_000;
const ANSWER_TIMEOUT_MS = 30_000;
/** Browsers may show the same picture again for so long; lists ask for many at once. */
const MAX_AGE_SECONDS = 60;
/** Pictures drawn at a time, and how many may wait for their turn. */
const TURNS = { atOnce: 2, waiting: 64 };
/** Who asks: the questions behind a picture are asked in the same name. */
const CALLER_HEADERS = ["authorization", "cookie", "apikey", "host"] as const;

const Name = Type.String({ minLength: 1, maxLength: 253, pattern: "^[A-Za-z0-9._-]+$" });
const Time = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }));
const Side = (otherwise: number) => Type.Integer({ minimum: 16, maximum: MAX_SIDE, default: otherwise });
const Wishes = Type.Object({
  /** Id of one panel; the whole dashboard unless given. */
  panel: Type.Optional(Type.String({ minLength: 1, maxLength: 253 })),
  width: Side(1000),
  height: Side(500),
  theme: Type.Union([Type.Literal("dark"), Type.Literal("light")], { default: "dark" }),
  from: Time,
  to: Time,
});

/** A dashboard, or one of its panels, as PNG or SVG, drawn without a browser from what its reader may see. */
export const dashboardImageRoutes: RoutePlugin<object> = async (app) => {
  const turns = createTurns(TURNS);

  app.get(
    `${COLLECTION}/:namespace/dashboards/:uid/image`,
    {
      // Asking for the dashboard in the caller's name decides; nothing is drawn before.
      config: { permission: OPEN },
      handlerTimeout: ANSWER_TIMEOUT_MS,
      schema: { params: Type.Object({ namespace: Name, uid: Name }), querystring: Wishes },
    },
    async (request, reply) => {
      const { namespace, uid } = request.params;
      const wishes = request.query;
      if (wishes.width * wishes.height > MAX_PIXELS) {
        throw new HttpError("validation_failed", { detail: `A picture has at most ${MAX_PIXELS} pixels.` });
      }
      const caller = callerOf(app, request);
      const found = await caller.get(`${COLLECTION}/${namespace}/dashboards/${uid}`);
      if (found.status !== 200) return reply.code(found.status).type(found.type).send(found.body);
      const signal = untilAbandoned(reply);
      const svg = await turns.run(() => draw(JSON.parse(found.body), wishes, caller, signal));
      if (svg === undefined) throw new HttpError("not_found", { detail: "The dashboard has no such panel." });
      return await answer(svg, request, reply);
    },
  );
};

interface CallerAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

interface Caller {
  /** Asks this server as the one who asks for the picture: its rules and limits decide. */
  get(path: string): Promise<CallerAnswer>;
}

function callerOf(app: App, request: FastifyRequest): Caller {
  const headers = Object.fromEntries(
    CALLER_HEADERS.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    async get(path) {
      const response = await app.inject({ method: "GET", url: path, headers, remoteAddress: request.ip });
      const type = response.headers["content-type"];
      return { status: response.statusCode, type: String(type ?? "application/json"), body: response.body };
    },
  };
}

async function draw(
  dashboard: { readonly spec?: unknown },
  { panel, width, height, theme, from, to }: Static<typeof Wishes>,
  caller: Caller,
  signal: AbortSignal,
): Promise<string | undefined> {
  // Loaded with the first picture: charts are large, and many servers never draw one.
  const { drawDashboard } = await import("@vedette/web");
  const sources = await caller.get("/api/datasources");
  return drawDashboard({
    document: dashboard.spec,
    sources: sources.status === 200 ? JSON.parse(sources.body) : [],
    ask: (call) => askSource(call, caller, signal),
    ...(panel === undefined ? {} : { panel }),
    ...(from === undefined || to === undefined ? {} : { range: { from, to } }),
    ...{ width, height, theme, now: Date.now() },
  });
}

async function askSource(
  call: Parameters<DashboardPicture["ask"]>[0],
  caller: Caller,
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  const search = new URLSearchParams(call.parameters.map(([name, value]) => [name, value]));
  const { status, body } = await caller.get(`${call.base}/api/v1/${call.path}?${search}`);
  if (status !== 200) throw new HttpError("bad_gateway", { detail: "A data source did not answer." });
  return JSON.parse(body).data;
}

/** The library is loaded with the first picture, as the drawing is. */
async function pngOf(svg: string): Promise<Buffer> {
  const { nativeImage } = await import("@vedette/image");
  return (await nativeImage.decode(Buffer.from(svg))).encode("png");
}

async function answer(svg: string, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | string> {
  const wantsSvg = /\bimage\/svg\+xml\b/.test(request.headers.accept ?? "") && !isBrowserImage(request);
  const body = wantsSvg ? svg : await pngOf(svg);
  reply.headers({ "cache-control": `private, max-age=${MAX_AGE_SECONDS}`, vary: "accept, cookie, authorization" });
  // Texts of the dashboard stand in it; should somebody open it as a page, nothing of it may run or load.
  reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  reply.type(wantsSvg ? "image/svg+xml" : "image/png");
  return body;
}

/** Browsers list SVG among all that an `<img>` takes; a PNG is smaller there and has the server's fonts. */
function isBrowserImage({ headers }: FastifyRequest): boolean {
  return /\bimage\/(webp|png|\*)/.test(headers.accept ?? "");
}
