import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { ADMIN_OF_SETTINGS, administratorOf } from "./access.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";
import { MAX_METADATA_LENGTH, ssoProviderRoutes } from "./sso-providers.ts";

const TrialBody = Type.Object({ metadata_xml: Type.String({ maxLength: MAX_METADATA_LENGTH }) });

/** /admin/sso: identity providers of companies, and what their metadata says. */
export const adminSingleSignOnRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  await app.register(ssoProviderRoutes, {
    identity,
    path: "/admin/sso/providers",
    permission: ADMIN_OF_SETTINGS,
    authorOf: (request) => ({ actor: administratorOf(access, request), origin: originOf(request) }),
  });

  // What metadata says, before it is used.
  app.post(
    "/admin/sso/metadata",
    { config: { permission: ADMIN_OF_SETTINGS }, schema: { body: TrialBody } },
    async ({ body }) => {
      const { readMetadata } = await import("../saml/provider-metadata.ts");
      const { entityId, signOnUrl, signOutUrl, certificates, validUntil } = readMetadata(body.metadata_xml);
      return {
        entity_id: entityId,
        sign_on_url: signOnUrl,
        sign_out_url: signOutUrl ?? null,
        certificates: certificates.length,
        valid_until: validUntil?.toISOString() ?? null,
      };
    },
  );
};
