import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import type { Identity } from "../identity.ts";
import { judgeRedirect } from "../redirects/redirect-rules.ts";

interface Options {
  readonly identity: Identity;
  readonly permission: string;
}

const ProjectPath = Type.Object({ ref: Type.String({ maxLength: 200 }) });
/** Without the two last, what is in force. */
const CheckBody = Type.Object({
  url: Type.String({ maxLength: 4096 }),
  site_url: Type.Optional(Type.String({ maxLength: 2048 })),
  uri_allow_list: Type.Optional(Type.Array(Type.String({ maxLength: 2048 }), { maxItems: 1000 })),
});

/** /:ref/config/auth/redirect-check: where a link with such an address would lead, by the rule that decides it. */
export const redirectCheckRoutes: RoutePlugin<Options> = async (app, { identity, permission }) => {
  const { addresses, settings } = identity;

  app.post(
    "/:ref/config/auth/redirect-check",
    { config: { permission }, schema: { params: ProjectPath, body: CheckBody } },
    async ({ body }) => {
      const siteUrl = body.site_url || addresses.siteUrl;
      const allowList = body.uri_allow_list ?? settings["auth.additional_redirect_urls"];
      const { isAllowed, ...judgement } = judgeRedirect(body.url, { siteUrl, allowList });
      return { is_allowed: isAllowed, ...judgement, leads_to: isAllowed ? body.url : siteUrl };
    },
  );
};
