import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { generateLink, type LinkPurpose } from "../administration/generate-link.ts";
import { IdentityError } from "../errors.ts";
import { userAnswer } from "../users/user-answer.ts";
import { ADMIN, administratorWith } from "./access.ts";
import { Data, given, Text } from "./fields.ts";
import { audienceOf, originOf, redirectOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const LinkBody = Type.Object({
  type: Text(),
  email: Text(),
  new_email: Text(),
  password: Text(),
  data: Data,
  redirect_to: Text(8192),
});

const PURPOSES: ReadonlyMap<string, LinkPurpose> = new Map([
  ["signup", "signup"],
  ["invite", "invite"],
  ["magiclink", "magiclink"],
  ["recovery", "recovery"],
  ["email_change_current", "email_change_current"],
  ["email_change_new", "email_change_new"],
]);

/** /admin/generate_link */
export const adminLinkRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  app.post("/admin/generate_link", { config: { permission: ADMIN }, schema: { body: LinkBody } }, async (request) => {
    const { type, email, new_email, password, data } = request.body;
    const purpose = PURPOSES.get(type ?? "");
    if (purpose === undefined)
      throw new IdentityError("validation_failed", { message: "Invalid email action link type" });
    const redirectTo = redirectOf(request, identity);
    const { user, link } = await generateLink(identity, {
      purpose,
      email: email ?? "",
      newEmail: given(new_email),
      password: given(password),
      data: data ?? {},
      audience: audienceOf(request, identity),
      redirectTo,
      administrator: administratorWith(access, request),
      origin: originOf(request),
    });
    return {
      ...userAnswer(user),
      action_link: link.url,
      email_otp: link.code,
      hashed_token: link.tokenHash,
      verification_type: type === "magiclink" ? link.type : type,
      redirect_to: redirectTo,
    };
  });
};
