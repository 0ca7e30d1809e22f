import { isUuid } from "@vedette/database";
import type { RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { SeenProvider } from "../administration/seen-provider.ts";
import { readUuid } from "../administration/user-id.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { ProviderFields } from "../saml/administer-providers.ts";
import { AttributeMapping } from "../saml/attribute-mapping.ts";
import { findProvider, listProviders, type SsoProvider } from "../saml/provider-store.ts";
import { findSecretAuthors, type SecretAuthor } from "../secrets/secret-author.ts";
import {
  createOidcProvider,
  type OidcFields,
  oidcRemovalTold,
  updateOidcProvider,
} from "../sso/administer-oidc-providers.ts";
import { oidcCallbackUrl } from "../sso/oidc-provider.ts";
import { findOidcProvider, listOidcProviders, type OidcSsoProvider } from "../sso/oidc-provider-store.ts";
import { deleteSsoProvider, type ProviderAuthor, type SsoFields } from "../sso/sso-record.ts";
import { Flag, given, Text } from "./fields.ts";

interface Options {
  readonly identity: Identity;
  /** Where the list is. */
  readonly path: `/${string}`;
  readonly permission: string;
  readonly authorOf: (request: FastifyRequest) => ProviderAuthor;
}

export const MAX_METADATA_LENGTH = 1024 * 1024;
const Oidc = Type.Object({
  issuer: Text(2048),
  client_id: Text(300),
  client_secret: Text(4096),
  scopes: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 100 })),
  attribute_mapping: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
});
const Fields = {
  metadata_xml: Text(MAX_METADATA_LENGTH),
  metadata_url: Text(2048),
  oidc: Type.Optional(Type.Union([Oidc, Type.Null()])),
  domains: Type.Optional(Type.Union([Type.Array(Type.String({ maxLength: 255 }), { maxItems: 1000 }), Type.Null()])),
  attribute_mapping: Type.Optional(Type.Union([AttributeMapping, Type.Null()])),
  name_id_format: Text(255),
  resource_id: Text(255),
  disabled: Flag,
  allow_idp_initiated: Flag,
} as const;
const CreateBody = Type.Object({ id: Text(36), type: Text(20), ...Fields });
const UpdateBody = Type.Object({ type: Text(20), ...Fields, seen: SeenProvider });
const ProviderPath = Type.Object({ id: Type.String({ maxLength: 300 }) });
const ListQuery = Type.Object({
  resource_id: Type.Optional(Type.String({ maxLength: 255 })),
  resource_id_prefix: Type.Optional(Type.String({ maxLength: 255 })),
});
const RESOURCE = "resource_";

/** Rules that read XML are loaded with the first request for them: a start is short without the library. */
const loadRules = () => import("../saml/administer-providers.ts");

/** Identity providers of companies: listed, added, changed and removed below one address. */
export const ssoProviderRoutes: RoutePlugin<Options> = async (app, { identity, path, permission, authorOf }) => {
  const config = { permission };

  app.get(path, { config, schema: { querystring: ListQuery } }, async ({ query }) => {
    const filter = { resourceId: query.resource_id, resourceIdPrefix: query.resource_id_prefix };
    const all = [...(await listProviders(identity.db, filter)), ...(await listOidcProviders(identity.db, filter))];
    all.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    const authorOf = await findSecretAuthors(
      identity.db,
      all.map(({ id }) => id),
    );
    return {
      items: all.map((provider) =>
        // Whole documents would make the list long.
        answerOf(identity, "issuer" in provider ? provider : { ...provider, metadataXml: "" }, authorOf(provider.id)),
      ),
    };
  });

  app.post(path, { config, schema: { body: CreateBody } }, async (request, reply) => {
    const { body } = request;
    const by = authorOf(request);
    const known = given(body.id);
    const id = known === undefined ? undefined : readUuid(known, { name: "id", status: 400 });
    if (body.type === "oidc") {
      return reply.code(201).send(await answer(await createOidcProvider(identity, { ...oidcFieldsOf(body), id }, by)));
    }
    if (body.type !== "saml") {
      throw new IdentityError("validation_failed", { message: "Only 'saml' and 'oidc' are SSO provider types" });
    }
    const { createProvider } = await loadRules();
    return reply.code(201).send(await answer(await createProvider(identity, { ...fieldsOf(body), id }, by)));
  });

  app.get(`${path}/:id`, { config, schema: { params: ProviderPath } }, async ({ params }) =>
    answer(await requireProvider(params.id)),
  );

  app.put(`${path}/:id`, { config, schema: { params: ProviderPath, body: UpdateBody } }, async (request) => {
    const { params, body } = request;
    const provider = await requireProvider(params.id);
    const by = authorOf(request);
    const { seen } = body;
    if ("issuer" in provider) {
      return answer(await updateOidcProvider(identity, provider, { ...oidcFieldsOf(body), seen }, by));
    }
    const { updateProvider } = await loadRules();
    return answer(await updateProvider(identity, provider, { ...fieldsOf(body), seen }, by));
  });

  app.delete(`${path}/:id`, { config, schema: { params: ProviderPath } }, async (request) => {
    const provider = await requireProvider(request.params.id);
    const changes = "issuer" in provider ? oidcRemovalTold(provider) : (await loadRules()).samlRemovalTold(provider);
    await deleteSsoProvider(identity.db, { id: provider.id, changes }, authorOf(request));
    return answer(provider);
  });

  async function answer(provider: SsoProvider | OidcSsoProvider): Promise<object> {
    const { id } = provider;
    return answerOf(identity, provider, (await findSecretAuthors(identity.db, [id]))(id));
  }

  async function requireProvider(id: string): Promise<SsoProvider | OidcSsoProvider> {
    const query = id.startsWith(RESOURCE) ? { resourceId: id.slice(RESOURCE.length) } : isUuid(id) ? { id } : undefined;
    const provider =
      query && ((await findProvider(identity.db, query)) ?? (await findOidcProvider(identity.db, query)));
    if (provider !== undefined) return provider;
    throw new IdentityError("sso_provider_not_found", { message: "SSO Identity Provider not found" });
  }
};

function oidcFieldsOf(body: Static<typeof UpdateBody>): OidcFields {
  const { oidc } = body;
  return {
    ...sharedFieldsOf(body),
    issuer: given(oidc?.issuer),
    clientId: given(oidc?.client_id),
    clientSecret: given(oidc?.client_secret),
    scopes: oidc?.scopes,
    attributeMapping: oidc?.attribute_mapping,
  };
}

function sharedFieldsOf({ domains, resource_id: resourceId, disabled }: Static<typeof UpdateBody>): SsoFields {
  return {
    domains: domains ?? undefined,
    resourceId: resourceId === undefined ? undefined : (given(resourceId) ?? null),
    isDisabled: disabled ?? undefined,
  };
}

function fieldsOf(body: Static<typeof UpdateBody>): ProviderFields {
  const { name_id_format: format } = body;
  return {
    ...sharedFieldsOf(body),
    metadataXml: given(body.metadata_xml),
    metadataUrl: given(body.metadata_url),
    attributeMapping: body.attribute_mapping ?? undefined,
    nameIdFormat: format === undefined ? undefined : (given(format) ?? null),
    mayBegin: body.allow_idp_initiated ?? undefined,
  };
}

function answerOf(
  identity: Pick<Identity, "addresses">,
  provider: SsoProvider | OidcSsoProvider,
  author: SecretAuthor,
): object {
  const { id, resourceId, isDisabled, domains, createdAt, updatedAt } = provider;
  return {
    id,
    ...(resourceId === null ? {} : { resource_id: resourceId }),
    disabled: isDisabled,
    ...("issuer" in provider ? oidcAnswerOf(identity, provider, author) : samlAnswerOf(provider)),
    domains: domains.map((domain) => ({ domain })),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

function oidcAnswerOf(identity: Pick<Identity, "addresses">, provider: OidcSsoProvider, author: SecretAuthor): object {
  const { id, issuer, clientId, sealedSecret, scopes, attributeMapping } = provider;
  return {
    oidc: {
      issuer,
      client_id: clientId,
      has_secret: sealedSecret !== "",
      ...author,
      scopes,
      attribute_mapping: attributeMapping,
      callback_url: oidcCallbackUrl(identity, id),
    },
  };
}

function samlAnswerOf(provider: SsoProvider): object {
  const { entityId, metadataXml, metadataUrl, attributeMapping, nameIdFormat, mayBegin } = provider;
  return {
    allow_idp_initiated: mayBegin,
    saml: {
      entity_id: entityId,
      ...(metadataXml === "" ? {} : { metadata_xml: metadataXml }),
      ...(metadataUrl === null ? {} : { metadata_url: metadataUrl }),
      attribute_mapping: attributeMapping,
      ...(nameIdFormat === null ? {} : { name_id_format: nameIdFormat }),
    },
  };
}
