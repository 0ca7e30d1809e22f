import { OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { IdentityError } from "../errors.ts";
import { readCodeChallenge } from "../flows/flow-state.ts";
import type { Identity } from "../identity.ts";
import { askForMail } from "../mails/ask-for-mail.ts";
import { askForSignIn } from "../mails/passwordless.ts";
import { askForPhoneCode, resendPhoneCode } from "../phones/phone-sign-up.ts";
import { readChannel } from "../phones/send-code.ts";
import { resendEmailChange } from "../users/resend-email-change.ts";
import { optionalUserIdOf } from "./access.ts";
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
    { config: { permission: OPEN, limiter: "recover", captcha: "always" }, schema: { body: MailBody } },
    async (request) => {
      await askForMail(identity, "recovery", mailRequest(request, request.body, identity));
      return {};
    },
  );

  app.post(
    "/resend",
    { config: { permission: OPEN, limiter: "resend", captcha: "always" }, schema: { body: ResendBody } },
    async (request) => {
      const { type, phone } = request.body;
      if (type === "sms" || type === "phone_change") {
        if (given(phone) === undefined) throw invalid("A phone number is required");
        const callerId = await optionalUserIdOf(identity, request);
        return resendPhoneCode(identity, { ...phoneRequest(request, phone, identity), kind: type, callerId });
      }
      const mail = mailRequest(request, request.body, identity);
      await resendOf(type ?? "")(identity, { ...mail, callerId: await optionalUserIdOf(identity, request) });
      return {};
    },
  );

  app.post(
    "/otp",
    { config: { permission: OPEN, limiter: "otp", captcha: "always" }, schema: { body: OtpBody } },
    async (request) => {
      const { data, channel, create_user, email, phone } = request.body;
      if (given(phone) !== undefined && given(email) === undefined) {
        if (readCodeChallenge(request.body) !== undefined) throw invalid("PKCE not supported for phone signups");
        return askForPhoneCode(identity, {
          ...phoneRequest(request, phone, identity),
          channel: readChannel(identity, given(channel)),
          data: data ?? {},
          ifUnknown: create_user === false ? "refuse" : "sign_up",
        });
      }
      const mail = mailRequest(request, request.body, identity);
      if (given(channel) !== undefined) throw invalid("Channel should only be specified with Phone OTP");
      await askForSignIn(identity, {
        ...mail,
        data: data ?? {},
        ifUnknown: create_user === false ? "refuse" : "sign_up",
      });
      return {};
    },
  );

  app.post(
    "/magiclink",
    { config: { permission: OPEN, limiter: "magiclink", captcha: "always" }, schema: { body: OtpBody } },
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

function phoneRequest(request: FastifyRequest, phone: string | null | undefined, identity: Identity) {
  return {
    phone: phone ?? "",
    audience: audienceOf(request, identity),
    channel: "sms" as const,
    origin: originOf(request),
  };
}

type ResendRequest = ReturnType<typeof mailRequest> & { readonly callerId: string | undefined };
type Resend = (identity: Identity, mail: ResendRequest) => Promise<void>;

const RESENDS: ReadonlyMap<string, Resend> = new Map<string, Resend>([
  ["signup", (identity, mail) => askForMail(identity, "confirmation", mail)],
  ["email_change", resendEmailChange],
]);

function resendOf(type: string): Resend {
  const resend = RESENDS.get(type);
  if (resend !== undefined) return resend;
  throw invalid(
    type === "" ? "Missing one of these types: signup, email_change, sms, phone_change" : "Unsupported type of mail",
  );
}

function invalid(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}
