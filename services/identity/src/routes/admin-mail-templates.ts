import { isUuid } from "@vedette/database";
import { MAIL_TRIAL_MS } from "@vedette/delivery";
import { type RoutePlugin, untilAbandoned } from "@vedette/http";
import { type Static, Type } from "typebox";
import { IdentityError } from "../errors.ts";
import { isMailKind, type MailKind } from "../mails/mail-kinds.ts";
import {
  describeMailTemplate,
  listMailTemplates,
  type MailPreview,
  previewMail,
  sendPreview,
} from "../mails/preview-mail.ts";
import { lookUpSenderDomain } from "../mails/sender-domain.ts";
import { tryMailServer } from "../mails/try-mail-server.ts";
import { trySmsProvider } from "../phones/try-provider.ts";
import { findUser } from "../users/stored-user.ts";
import { ADMIN_OF_SETTINGS, administratorOf } from "./access.ts";
import { Data, given, Text } from "./fields.ts";
import type { RouteOptions } from "./route-options.ts";

const KindPath = Type.Object({ kind: Type.String({ maxLength: 64 }) });
const PreviewBody = Type.Object({
  subject: Text(998),
  content: Text(262_144),
  language: Text(35),
  data: Data,
});
const TrialBody = Type.Union([Type.Object({ to: Text(320) }), Type.Null()]);
const SmsTrialBody = Type.Object({ to: Type.String({ minLength: 1, maxLength: 64 }) });
/** A label of a name, or several. */
const DomainQuery = Type.Object({
  selector: Type.Optional(Type.String({ maxLength: 63, pattern: "^([A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*)?$" })),
});
const TestBody = Type.Object({ ...PreviewBody.properties, to: Text(320) });

/**
 * /admin/mail-templates: what mails say, how they look, and a try. They are changed by the configuration endpoint.
 * /admin/mail-server: a try of what sends them, and what the name service says of their sender; /admin/sms: the same try of
 * text messages.
 */
export const adminMailTemplateRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  const config = { permission: ADMIN_OF_SETTINGS };
  // What a mail server is too slow for is the answer here; the usual limit would be over before that is known.
  const trying = { ...config, isBodyOptional: true, answerWithinMs: MAIL_TRIAL_MS + 3000 };

  app.get("/admin/mail-templates", { config }, async () => listMailTemplates(identity));

  app.get("/admin/mail-templates/:kind", { config, schema: { params: KindPath } }, async ({ params }) =>
    describeMailTemplate(identity, readKind(params.kind)),
  );

  app.post(
    "/admin/mail-templates/:kind/preview",
    { config, schema: { params: KindPath, body: PreviewBody } },
    async ({ params, body }) => previewMail(identity, readPreview(readKind(params.kind), body)),
  );

  app.post(
    "/admin/mail-templates/:kind/test",
    { config, schema: { params: KindPath, body: TestBody } },
    async (request) => {
      const { params, body } = request;
      const to = given(body.to) ?? (await ownAddress(administratorOf(access, request).id));
      await sendPreview(identity, { ...readPreview(readKind(params.kind), body), to });
      return { to };
    },
  );

  app.post("/admin/mail-server/try", { config: trying, schema: { body: TrialBody } }, async (request, reply) => {
    const to = given(request.body?.to) ?? (await ownAddress(administratorOf(access, request).id));
    return { to, ...(await tryMailServer(identity, to, untilAbandoned(reply))) };
  });

  app.get("/admin/mail-server/domain", { config, schema: { querystring: DomainQuery } }, async ({ query }) => {
    const { delivery } = identity;
    if (!delivery.usesMailServer()) {
      throw new IdentityError("validation_failed", { message: "No mail server is set" });
    }
    const sender = delivery.senderAddress();
    const domain = sender.slice(sender.lastIndexOf("@") + 1);
    return { sender, domain, records: await lookUpSenderDomain(domain, { selector: given(query.selector) }) };
  });

  app.post("/admin/sms/try", { config, schema: { body: SmsTrialBody } }, async ({ body }) => {
    const { status, answer, ...trial } = await trySmsProvider(identity, body.to);
    return { ...trial, status: status ?? null, answer: answer ?? null };
  });

  /** The holder of the secret key is no person. */
  async function ownAddress(id: string): Promise<string> {
    const email = isUuid(id) ? (await findUser(identity.db, id))?.email : undefined;
    if (email) return email;
    throw new IdentityError("validation_failed", { message: "Say in to where the mail is to go" });
  }
};

function readKind(text: string): MailKind {
  if (isMailKind(text)) return text;
  throw new IdentityError("validation_failed", { status: 404, message: "There is no such mail" });
}

function readPreview(kind: MailKind, body: Static<typeof PreviewBody>): MailPreview {
  return {
    kind,
    subject: given(body.subject),
    content: given(body.content),
    language: given(body.language),
    data: body.data ?? undefined,
  };
}
