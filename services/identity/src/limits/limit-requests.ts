import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { type LimitState, takeFromBucket } from "./limit-store.ts";
import { LIMITERS, type LimiterName } from "./limiters.ts";
import { readRate } from "./rate.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** How often one address of the network may ask, see `LIMITERS`; absent for as often as it likes. */
    limiter?: LimiterName | ((request: FastifyRequest) => LimiterName);
  }
}

const DEFAULT_BURST = 30;

/**
 * Counts a request against the limiter of its route, and tells the client how it stands.
 *
 * @throws IdentityError `over_request_rate_limit`
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export async function limitRequest(
  { db, settings }: Pick<Identity, "db" | "settings">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { limiter } = request.routeOptions.config;
  if (limiter === undefined) return;
  const name = typeof limiter === "function" ? limiter(request) : limiter;
  const { setting, periodSeconds, ...more } = LIMITERS[name];
  const burst = "burstSetting" in more ? settings[more.burstSetting] : DEFAULT_BURST;
  const refill = readRate(settings[setting], { periodSeconds, burst });
  const key = keyOf(name, clientOf(request, settings["auth.rate_limit.header"]));
  const state = refill.burst === 0 ? CLOSED : await takeFromBucket(db, key, refill);
  reply.headers(limitHeaders(state));
  if (state.isAllowed) return;
  throw new IdentityError("over_request_rate_limit", { headers: limitHeaders(state) });
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

/** Addresses are kept as hashes: the limiter needs no list of who was here. */
function keyOf(name: string, client: string): string {
  return `${name}:${createHash("sha256").update(client).digest("base64url").slice(0, 22)}`;
}

function clientOf({ ip, headers }: FastifyRequest, headerName: string): string {
  const header = headerName === "" ? undefined : headers[headerName.toLowerCase()];
  const named = (Array.isArray(header) ? header[0] : header)?.split(",", 1)[0]?.trim();
  return networkOf(named || ip);
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
