import { OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { IdentityError } from "../errors.ts";
import { readCodeChallenge } from "../flows/flow-state.ts";
import type { Identity } from "../identity.ts";
import { askForMail } from "../mails/ask-for-mail.ts";
import { askForSignIn } from "../mails/passwordless.ts";
import { resendEmailChange } from "../users/resend-email-change.ts";
import { Data, FLOW_FIELDS, Flag, given, Text } from "./fields.ts";
import { audienceOf, originOf, redirectOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const MailBody = Type.Object({ email: Text(), phone: Text(), ...FLOW_FIELDS });
const OtpBody = Type.Object({ ...MailBody.properties, create_user: Flag, data: Data, channel: Text() });
const ResendBody = Type.Object({ ...MailBody.properties, type: Text() });

/** /recover, /resend, /otp and /magiclink: mails that anybody may ask for. The answer tells nobody who has an account. */
export const mailRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  app.post(
    "/recover",
    { config: { permission: OPEN, limiter: "recover" }, schema: { body: MailBody } },
    async (request) => {
      await askForMail(identity, "recovery", mailRequest(request, request.body, identity));
      return {};
    },
  );

  app.post(
    "/resend",
    { config: { permission: OPEN, limiter: "resend" }, schema: { body: ResendBody } },
    async (request) => {
      const mail = mailRequest(request, request.body, identity);
      await resendOf(request.body.type ?? "")(identity, mail);
      return {};
    },
  );

  app.post("/otp", { config: { permission: OPEN, limiter: "otp" }, schema: { body: OtpBody } }, async (request) => {
    const { data, channel, create_user } = request.body;
    const mail = mailRequest(request, request.body, identity);
    if (given(channel) !== undefined) throw invalid("Channel should only be specified with Phone OTP");
    await askForSignIn(identity, {
      ...mail,
      data: data ?? {},
      ifUnknown: create_user === false ? "refuse" : "sign_up",
    });
    return {};
  });

  app.post(
    "/magiclink",
    { config: { permission: OPEN, limiter: "magiclink" }, schema: { body: OtpBody } },
    async (request) => {
      const mail = mailRequest(request, request.body, identity);
      await askForSignIn(identity, { ...mail, data: request.body.data ?? {}, ifUnknown: "sign_up" });
      return {};
    },
  );
};

function mailRequest(request: FastifyRequest, body: Static<typeof MailBody>, identity: Identity) {
  const [email, phone] = [given(body.email), given(body.phone)];
  if (email !== undefined && phone !== undefined)
    throw invalid("Only an email address or phone number should be provided");
  if (phone !== undefined) throw new IdentityError("phone_provider_disabled");
  if (email === undefined) throw invalid("An email address is required");
  return {
    email,
    audience: audienceOf(request, identity),
    redirectTo: redirectOf(request, identity),
    codeChallenge: readCodeChallenge(body),
    origin: originOf(request),
  };
}

type Resend = (identity: Identity, mail: ReturnType<typeof mailRequest>) => Promise<void>;

const RESENDS: ReadonlyMap<string, Resend> = new Map<string, Resend>([
  ["signup", (identity, mail) => askForMail(identity, "confirmation", mail)],
  ["email_change", resendEmailChange],
]);

function resendOf(type: string): Resend {
  const resend = RESENDS.get(type);
  if (resend !== undefined) return resend;
  throw invalid(type === "" ? "Missing one of these types: signup, email_change" : "Unsupported type of mail");
}

function invalid(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}
