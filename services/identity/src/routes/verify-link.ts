import { OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { isVerification, type Verification } from "../one-time-tokens/verify.ts";
import { type OpenedLink, verifyLink } from "../one-time-tokens/verify-link.ts";
import { sendPlainPage } from "./plain-page.ts";
import { navigationOriginOf, redirectOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";
import { sendOn } from "./send-on.ts";

type Link = Pick<OpenedLink, "hash" | "verification" | "redirectTo">;

const FormText = Type.String({ maxLength: 8192 });
const LinkForm = Type.Object({ token: FormText, type: FormText, redirect_to: FormText });

/** /verify/link: what the page between a mail and its link sends. */
export const verifyLinkRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 65_536 },
    async (_request: FastifyRequest, form: string) => Object.fromEntries(new URLSearchParams(form)),
  );

  app.post(
    "/verify/link",
    { config: { permission: OPEN, limiter: "verify" }, schema: { body: LinkForm } },
    async (request, reply) => {
      const { token: hash, type } = request.body;
      const redirectTo = redirectOf(request, identity);
      return openLink(identity, request, reply, { hash, verification: readVerification(type), redirectTo });
    },
  );
};

/** @throws IdentityError `validation_failed` */
export function readVerification(type: string) {
  if (type === "") throw invalid("Verify requires a verification type");
  if (!isVerification(type)) throw invalid("Unsupported verification type");
  return type;
}

function invalid(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}

/** Uses a link up and sends the browser on. */
export async function openLink(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  link: Link,
): Promise<FastifyReply> {
  const location = await verifyLink(identity, { ...link, origin: navigationOriginOf(identity, request, reply) });
  return sendOn(identity, reply, location, 303);
}

const confirm = { title: "Confirm your address?", text: "Then it is known to be yours.", button: "Confirm" } as const;
const signIn = { title: "Sign in?", text: "You have followed the link of a mail.", button: "Sign in" } as const;

/** What the page asks before a link is used up. */
const QUESTIONS: Readonly<Record<Verification, { title: string; text: string; button: string }>> = {
  signup: confirm,
  email: confirm,
  email_change: confirm,
  invite: { title: "Accept the invitation?", text: "You then choose a password.", button: "Accept" },
  magiclink: signIn,
  recovery: { title: "Choose a new password?", text: "You are signed in to do so.", button: "Continue" },
  sms: signIn,
  phone_change: confirm,
};

/** Shows a page whose button uses the link up: what only looks at the link changes nothing. */
export function askBeforeLink(
  { addresses }: Pick<Identity, "addresses">,
  reply: FastifyReply,
  { hash, verification, redirectTo }: Link,
): FastifyReply {
  return sendPlainPage(reply, {
    ...QUESTIONS[verification],
    action: `${addresses.externalUrl}/verify/link`,
    fields: { token: hash, type: verification, redirect_to: redirectTo },
  });
}
