import { hash } from "node:crypto";
import { isIPv6 } from "node:net";
import { forwardedAddress } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { type LimitState, takeFromBucket } from "./limit-store.ts";
import { LIMITERS, type LimiterName } from "./limiters.ts";
import { type Refill, readRate } from "./rate.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** How often one address of the network may ask, see `LIMITERS`; absent for as often as it likes. */
    limiter?: LimiterName | ((request: FastifyRequest) => LimiterName);
    /** Whether the route counts the request itself, along with a question of its own: see `pendingLimit`. */
    isCountedByRoute?: (request: FastifyRequest) => boolean;
  }
}

const DEFAULT_BURST = 30;

type LimitIdentity = Pick<Identity, "db" | "settings">;

/**
 * Counts a request against the limiter of its route, and tells the client how it stands.
 *
 * @throws IdentityError `over_request_rate_limit`
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export async function limitRequest(
  identity: LimitIdentity,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.routeOptions.config.isCountedByRoute?.(request)) return;
  const limit = pendingLimit(identity, request, reply);
  if (limit !== undefined) limit.judge(await takeFromBucket(identity.db, limit.key, limit.refill));
}

/** A limiter from which nothing was taken yet. Whoever takes hands the outcome to `judge`. */
export interface PendingLimit {
  readonly key: string;
  readonly refill: Refill;
  /**
   * Tells the client how the limiter stands.
   *
   * @throws IdentityError `over_request_rate_limit`
   */
  readonly judge: (state: LimitState) => void;
}

/**
 * The limiter that a request is to be counted against.
 *
 * @returns `undefined` when its route has none
 * @throws IdentityError `over_request_rate_limit` where the limiter lets nobody through
 */
export function pendingLimit(
  { settings }: Pick<Identity, "settings">,
  request: FastifyRequest,
  reply: FastifyReply,
): PendingLimit | undefined {
  const { limiter } = request.routeOptions.config;
  if (limiter === undefined) return undefined;
  const name = typeof limiter === "function" ? limiter(request) : limiter;
  const refill = refillOf(settings, name);
  const judge = (state: LimitState): void => {
    reply.headers(limitHeaders(state));
    if (!state.isAllowed) throw new IdentityError("over_request_rate_limit", { headers: limitHeaders(state) });
  };
  if (refill.burst === 0) judge(CLOSED);
  return { key: `${name}:${clientKeyOf({ settings }, request)}`, refill, judge };
}

/** How many one address may ask at once, and how fast they come back. */
export function refillOf(settings: Identity["settings"], name: LimiterName): Refill {
  const { setting, periodSeconds, ...more } = LIMITERS[name];
  const burst = "burstSetting" in more ? settings[more.burstSetting] : DEFAULT_BURST;
  return readRate(settings[setting], { periodSeconds, burst });
}

const CLOSED: LimitState = { isAllowed: false, limit: 0, remaining: 0, resetSeconds: 3600, retrySeconds: 3600 };

/** `Retry-After` (RFC 9110) stands only where waiting is needed. */
export function limitHeaders({ isAllowed, limit, remaining, resetSeconds, retrySeconds }: LimitState) {
  return {
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(resetSeconds),
    ...(isAllowed ? {} : { "retry-after": String(retrySeconds) }),
  };
}

/** Whom limits count as one. A hash: nobody needs a list of who was here. */
export function clientKeyOf({ settings }: Pick<Identity, "settings">, request: FastifyRequest): string {
  return keyOfClient(clientOf(request, settings["auth.rate_limit.header"]));
}

/** @param client - an IP address */
export function keyOfClient(client: string): string {
  return hash("sha256", networkOf(client), "base64url").slice(0, 22);
}

function clientOf({ ip, headers }: FastifyRequest, headerName: string): string {
  const header = headerName === "" ? undefined : headers[headerName.toLowerCase()];
  const named = (Array.isArray(header) ? header[0] : header)?.split(",", 1)[0]?.trim() ?? "";
  // Any other text could be chosen by the client, a new one for each request.
  return forwardedAddress(named) || ip;
}

/** One person has a whole /64 of IPv6. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.split("::", 2);
  const [left, right] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const gap = plain.includes("::") ? 8 - (left?.length ?? 0) - (right?.length ?? 0) : 0;
  const groups = [...(left ?? []), ...Array<string>(gap).fill("0"), ...(right ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
