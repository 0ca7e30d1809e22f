import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type App, OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isPageAddress } from "./page-addresses.ts";
import { objectOfPage, type PageObject } from "./page-object.ts";
import { CommandError } from "./start-failure.ts";

/** One file of the built UI, read at start: no file name is ever made from a request. */
interface PageFile {
  readonly bytes: Buffer;
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
  readonly type: string;
  readonly etag: string;
}

export type PageFiles = ReadonlyMap<string, PageFile>;

const TYPES: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".json", "application/json"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".ico", "image/x-icon"],
  [".woff2", "font/woff2"],
  [".txt", "text/plain; charset=utf-8"],
]);

/**
 * Charts set styles of their own on elements, hence 'unsafe-inline' for styles; scripts come from our files alone. Text
 * becomes HTML nowhere but in DOMPurify: the page's default policy lets through the empty text only, with which charts
 * clear an element.
 */
const pagePolicy = (codecOrigin: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${codecOrigin === "" ? "" : ` ${codecOrigin}`}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default dompurify",
  ].join("; ");

/** Reads the built UI. @throws CommandError when it was not built */
export function readPages(folder: string): PageFiles {
  if (!existsSync(join(folder, "index.html"))) {
    throw new CommandError("The browser UI is not built; run npm run build, or set VEDETTE_UI_ENABLED=false.");
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && TYPES.has(extname(entry.name)),
  );
  const pages = new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [`/${relative(folder, path).split(sep).join("/")}`, readPage(path)] as const;
    }),
  );
  return pages;
}

/** The build puts the compressed forms of a file beside it. */
function readPage(path: string): PageFile {
  const bytes = readFileSync(path);
  return {
    bytes,
    gzip: readIfThere(`${path}.gz`),
    brotli: readIfThere(`${path}.br`),
    type: TYPES.get(extname(path)) ?? "application/octet-stream",
    etag: etagOf(bytes),
  };
}

function etagOf(bytes: Buffer): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

export interface PageOptions {
  readonly pages: PageFiles;
  /** Whether `/setup` still leads anywhere: it is gone once there is an administrator. Absent where nobody knows. */
  readonly isSetupOpen?: () => Promise<boolean>;
  /** Whether the person who asks would not find what the page is about. Absent where nobody knows. */
  readonly isObjectMissing?: (wanted: PageObject, request: FastifyRequest) => Promise<boolean>;
  /** Empty, or the path under which everything is served. */
  readonly publicPath: string;
  /** Address of the codec server, which pages may ask; empty for none. Read anew for each page. */
  readonly codecEndpoint: () => string;
}

/**
 * Serves the files of the UI, and its index page for every address that no service owns: with 404 where it says so itself.
 *
 * @see ui-server: any GET not owned by another route
 */
export const pageRoutes: RoutePlugin<PageOptions> = async (app, options) => {
  const { pages, publicPath, isSetupOpen, isObjectMissing, codecEndpoint } = options;
  redirectBelow(app, publicPath);
  const built = pages.get("/index.html");
  if (built === undefined) throw new TypeError("The UI has no index page");
  const index = indexBelow(built, publicPath);
  const sendIndex = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const policy = pagePolicy(originOf(codecEndpoint()));
    reply.headers({ "content-security-policy": policy, "referrer-policy": "same-origin" });
    return sendPage(request, reply, index);
  };
  // A page is better than none while the store does not answer: it says so itself.
  const knowsSetup = async (): Promise<boolean | undefined> => isSetupOpen?.().catch(() => undefined);
  const isMissing = async (path: string, request: FastifyRequest): Promise<boolean> => {
    if (!isPageAddress(path)) return true;
    const wanted = objectOfPage(path, request.url.slice(path.length + 1));
    return wanted !== undefined && (await isObjectMissing?.(wanted, request).catch(() => false)) === true;
  };
  app.get("/setup", { config: { permission: OPEN } }, async (request, reply) => {
    if ((await knowsSetup()) === false) reply.code(404);
    return sendIndex(request, reply);
  });
  // One route for all files: a route of its own for each of hundreds costs a start a tenth of a second.
  app.get("/*", { config: { permission: OPEN } }, async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const file = path === "/index.html" ? undefined : pages.get(path);
    if (file !== undefined) return sendPage(request, reply, file);
    const isForeign = SERVICE_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
    // A page's name may have a dot in it, so a missing file is told from a page by what the browser wants.
    const wantsPage = extname(path) === "" || (request.headers.accept ?? "").includes("text/html");
    if (isForeign || !wantsPage) return reply.callNotFound();
    if (FRONT_PATHS.has(path) && (await knowsSetup())) return reply.redirect(`${publicPath}/setup`);
    if (await isMissing(path, request)) reply.code(404);
    return sendIndex(request, reply);
  });
};

/** Somebody who asks for a page above the public path is sent to the same page below it. */
function redirectBelow(app: App, publicPath: string): void {
  if (publicPath === "") return;
  app.addHook("onRequest", async ({ originalUrl }, reply) => {
    if (
      originalUrl === publicPath ||
      originalUrl.startsWith(`${publicPath}/`) ||
      originalUrl.startsWith(`${publicPath}?`)
    )
      return;
    return reply.redirect(`${publicPath}${originalUrl}`, 308);
  });
}

/** The index page with absolute addresses of its files, below a path where there is one. */
function indexBelow({ bytes, type }: PageFile, publicPath: string): PageFile {
  const text = bytes
    .toString("utf8")
    .replaceAll(/(src|href)="\.?\/(?!\/)/g, `$1="${publicPath}/`)
    .replace('name="vedette-path" content=""', `name="vedette-path" content="${publicPath}"`);
  const changed = Buffer.from(text);
  return { bytes: changed, gzip: gzipSync(changed), brotli: brotliCompressSync(changed), type, etag: etagOf(changed) };
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : "";
}

/** Addresses under these belong to services; an unknown one there is an error, never a page. */
const SERVICE_PREFIXES = [
  "/api",
  "/apis",
  "/auth/v1",
  "/auth/sso",
  "/auth/sso_callback",
  "/auth/refresh",
  "/auth/logout",
  "/prometheus",
  "/openapi",
  "/assets",
];

/** Where a newcomer arrives without the set-up link; the set-up page then asks for the code. */
const FRONT_PATHS = new Set(["/", "/sign-in"]);

function sendPage(request: FastifyRequest, reply: FastifyReply, page: PageFile): FastifyReply {
  const isHashed = request.url.startsWith("/assets/");
  reply.headers({
    etag: page.etag,
    vary: "accept-encoding",
    "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
  });
  reply.type(page.type);
  if (request.headers["if-none-match"] === page.etag) return reply.code(304).send();
  const accepted = String(request.headers["accept-encoding"] ?? "");
  if (page.brotli !== undefined && /\bbr\b/.test(accepted))
    return reply.header("content-encoding", "br").send(page.brotli);
  if (page.gzip !== undefined && /\bgzip\b/.test(accepted))
    return reply.header("content-encoding", "gzip").send(page.gzip);
  return reply.send(page.bytes);
}
