import type { RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { readUuid } from "../administration/user-id.ts";
import { IdentityError } from "../errors.ts";
import { isSingleSignOn } from "../identities/external-identity.ts";
import {
  ChangedCustomProvider,
  changeCustomProvider,
  createCustomProvider,
  customProviderAnswer,
  deleteCustomProvider,
  listCustomProviders,
  NewCustomProvider,
  requireCustomProvider,
} from "../oauth/custom/administer-custom-providers.ts";
import { customCallbackUrl } from "../oauth/custom/custom-provider-store.ts";
import { flowBrowserOf } from "../oauth/flow-browser.ts";
import { listKnown } from "../oauth/list-providers.ts";
import { readTrial } from "../oauth/trial-store.ts";
import { beginTrial } from "../oauth/try-provider.ts";
import { samlAddresses } from "../saml/service-provider.ts";
import { findOidcProvider } from "../sso/oidc-provider-store.ts";
import { ADMIN, ADMIN_OF_SETTINGS, administratorOf } from "./access.ts";
import { audienceOf, originOf, redirectOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const ProviderPath = Type.Object({ identifier: Type.String({ maxLength: 100 }) });
const ListQuery = Type.Object({ type: Type.Optional(Type.Union([Type.Literal("oauth2"), Type.Literal("oidc")])) });

const NamePath = Type.Object({ name: Type.String({ maxLength: 100 }) });
const TrialPath = Type.Object({ id: Type.String({ maxLength: 100 }) });
const TrialBody = Type.Object({ redirect_to: Type.Optional(Type.String({ maxLength: 2048 })) });

const SSO = "sso:";

/**
 * /admin/providers: those that are known by name, with what is to be registered there; and sign-ins that are tried out,
 * which make nobody a user.
 */
export const adminProviderRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  const config = { permission: ADMIN_OF_SETTINGS };

  app.get("/admin/providers", { config: { permission: ADMIN } }, async () => {
    const { entityId, acsUrl, sloUrl } = samlAddresses(identity.settings, identity.addresses);
    return {
      providers: listKnown(identity),
      custom_callback_url: customCallbackUrl(identity, { identifier: "", shares_callback: false }),
      saml: { entity_id: entityId, acs_url: acsUrl, slo_url: sloUrl },
    };
  });

  app.post(
    "/admin/providers/:name/trials",
    { config, schema: { params: NamePath, body: TrialBody } },
    async (request, reply) => {
      const browser = flowBrowserOf(identity.addresses.publicUrl, request.headers.cookie);
      reply.header("set-cookie", browser.cookie);
      const { name } = request.params;
      const start = { redirectTo: redirectOf(request, identity), browserHash: browser.hash };
      if (isSingleSignOn({ provider: name })) {
        const providerId = readUuid(name.slice(SSO.length), { name: "provider" });
        if ((await findOidcProvider(identity.db, { id: providerId })) === undefined) {
          const single = await import("../saml/try-provider.ts");
          return single.beginTrial(identity, { ...start, providerId });
        }
      }
      return beginTrial(identity, { ...start, provider: name, audience: audienceOf(request, identity) });
    },
  );

  app.get("/admin/provider-trials/:id", { config, schema: { params: TrialPath } }, async ({ params }) =>
    readTrial(identity.db, readUuid(params.id, { name: "trial" })),
  );
};

/** /admin/custom-providers: identity providers that administrators add while the server runs. */
export const adminCustomProviderRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  const byOf = (request: FastifyRequest) => ({ actor: administratorOf(access, request), origin: originOf(request) });
  const config = { permission: ADMIN_OF_SETTINGS };

  app.addHook("preHandler", async () => {
    if (!identity.settings["auth.custom_oauth.enabled"]) throw new IdentityError("feature_disabled");
  });

  app.get("/admin/custom-providers", { config, schema: { querystring: ListQuery } }, async ({ query }) => ({
    providers: await listCustomProviders(identity, query.type),
  }));

  app.post("/admin/custom-providers", { config, schema: { body: NewCustomProvider } }, async (request, reply) =>
    reply.code(201).send(await createCustomProvider(identity, request.body, byOf(request))),
  );

  app.get(
    "/admin/custom-providers/:identifier",
    { config, schema: { params: ProviderPath } },
    async ({ params }) =>
      await customProviderAnswer(identity, identity.db, await requireCustomProvider(identity, params.identifier)),
  );

  app.put(
    "/admin/custom-providers/:identifier",
    { config, schema: { params: ProviderPath, body: ChangedCustomProvider } },
    async (request) => changeCustomProvider(identity, request.params.identifier, request.body, byOf(request)),
  );

  app.delete(
    "/admin/custom-providers/:identifier",
    { config, schema: { params: ProviderPath } },
    async (request, reply) => {
      await deleteCustomProvider(identity, request.params.identifier, byOf(request));
      return reply.code(204).send();
    },
  );
};
