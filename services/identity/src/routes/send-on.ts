import type { FastifyReply } from "fastify";
import type { Identity } from "../identity.ts";
import { withRequestId } from "../redirects/location.ts";

/** Sends a browser on, and tells nobody there where it comes from. */
export function sendOn(
  { addresses: { publicUrl } }: Identity,
  reply: FastifyReply,
  location: string,
  status: 302 | 303 = 302,
): FastifyReply {
  const to = withRequestId(location, { id: reply.request.id, publicUrl });
  return reply.header("referrer-policy", "no-referrer").redirect(to, status);
}
