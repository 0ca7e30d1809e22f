import type { FastifyReply, FastifyRequest } from "fastify";
import { readUuid } from "../administration/user-id.ts";
import { findBrowserUser } from "../browser-sessions/browser-session.ts";
import { readBrowserCookie } from "../browser-sessions/cookie.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { findProvider } from "../oauth/find-provider.ts";
import { flowBrowserOf, readFlowBrowser } from "../oauth/flow-browser.ts";
import { findWaitingFlow, openFlow } from "../oauth/oauth-flow.ts";
import { findUser } from "../users/stored-user.ts";
import { sendPlainPage } from "./plain-page.ts";
import { isFromOwnPage } from "./request-reading.ts";

/**
 * Takes a browser on with a linking that a program began. A link can be somebody else's: whoever followed it would have
 * their account tied to a stranger's user. So the browser must be the one that began, or be signed in as the user, or
 * its person is told whose user it is and asked.
 */
export async function continueLinking(identity: Identity, request: FastifyRequest, reply: FastifyReply, flow: string) {
  const id = readFlow(flow);
  const { cookie: header } = request.headers;
  const { publicUrl } = identity.addresses;
  const known = readFlowBrowser(publicUrl, header);
  const waiting = await findWaitingFlow(identity.db, { id, browserHash: known });
  const browser = flowBrowserOf(publicUrl, header);
  reply.headers({ "set-cookie": browser.cookie, "referrer-policy": "no-referrer" });
  if (waiting.isBound) return reply.redirect(waiting.providerUrl, 302);
  if (await isSignedInAs(identity, header, waiting.linkingTarget)) {
    return reply.redirect(await openFlow(identity.db, { id, browserHash: browser.hash }), 302);
  }
  const { title } = (await findProvider(identity, waiting.provider)).declaration;
  const user = await findUser(identity.db, waiting.linkingTarget);
  const name = user?.email || user?.phone || "an account without an address";
  return sendPlainPage(reply, {
    title: `Link ${title} to ${name}?`,
    text: `Your account at ${title} will sign in as ${name} from then on. Go on only if that is you and you began this a moment ago. Otherwise close this page.`,
    button: `Continue to ${title}`,
    action: `${identity.addresses.externalUrl}/authorize`,
    fields: { flow: id },
  });
}

/**
 * Goes on once the person has agreed on the page of this service, which alone can send this form with the cookie.
 *
 * @throws IdentityError `bad_oauth_state`
 */
export async function agreeToLinking(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  flow: string,
): Promise<FastifyReply> {
  const browserHash = readFlowBrowser(identity.addresses.publicUrl, request.headers.cookie);
  if (browserHash === undefined || !isFromOwnPage(identity, request)) throw new IdentityError("bad_oauth_state");
  const url = await openFlow(identity.db, { id: readFlow(flow), browserHash });
  return reply.header("referrer-policy", "no-referrer").redirect(url, 303);
}

async function isSignedInAs(identity: Identity, header: string | undefined, userId: string): Promise<boolean> {
  const token = readBrowserCookie(identity.addresses.publicUrl, header);
  return token !== undefined && (await findBrowserUser(identity, token))?.userId === userId;
}

function readFlow(id: string): string {
  return readUuid(id, { name: "flow" });
}
