import type { RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { ProviderAuthor, ProviderFields } from "../saml/administer-providers.ts";
import { AttributeMapping } from "../saml/attribute-mapping.ts";
import { findProvider, listProviders, type SsoProvider } from "../saml/provider-store.ts";
import { Flag, given, Text } from "./fields.ts";

interface Options {
  readonly identity: Identity;
  /** Where the list is. */
  readonly path: `/${string}`;
  readonly permission: string;
  readonly authorOf: (request: FastifyRequest) => ProviderAuthor;
}

export const MAX_METADATA_LENGTH = 1024 * 1024;
const Fields = {
  metadata_xml: Text(MAX_METADATA_LENGTH),
  metadata_url: Text(2048),
  domains: Type.Optional(Type.Union([Type.Array(Type.String({ maxLength: 255 }), { maxItems: 1000 }), Type.Null()])),
  attribute_mapping: Type.Optional(Type.Union([AttributeMapping, Type.Null()])),
  name_id_format: Text(255),
  resource_id: Text(255),
  disabled: Flag,
  allow_idp_initiated: Flag,
} as const;
const CreateBody = Type.Object({ type: Text(20), ...Fields });
const UpdateBody = Type.Object({ type: Text(20), ...Fields });
const ProviderPath = Type.Object({ id: Type.String({ maxLength: 300 }) });
const ListQuery = Type.Object({
  resource_id: Type.Optional(Type.String({ maxLength: 255 })),
  resource_id_prefix: Type.Optional(Type.String({ maxLength: 255 })),
});
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const RESOURCE = "resource_";

/** Rules that read XML are loaded with the first request for them: a start is short without the library. */
const loadRules = () => import("../saml/administer-providers.ts");

/** Identity providers of companies: listed, added, changed and removed below one address. */
export const ssoProviderRoutes: RoutePlugin<Options> = async (app, { identity, path, permission, authorOf }) => {
  const config = { permission };

  app.get(path, { config, schema: { querystring: ListQuery } }, async ({ query }) => {
    const filter = { resourceId: query.resource_id, resourceIdPrefix: query.resource_id_prefix };
    const providers = await listProviders(identity.db, filter);
    // Whole documents would make the list long.
    return { items: providers.map((provider) => answerOf({ ...provider, metadataXml: "" })) };
  });

  app.post(path, { config, schema: { body: CreateBody } }, async (request, reply) => {
    const { body } = request;
    if (body.type !== "saml") {
      throw new IdentityError("validation_failed", { message: "Only 'saml' supported for SSO provider type" });
    }
    const { createProvider } = await loadRules();
    return reply.code(201).send(answerOf(await createProvider(identity, fieldsOf(body), authorOf(request))));
  });

  app.get(`${path}/:id`, { config, schema: { params: ProviderPath } }, async ({ params }) =>
    answerOf(await requireProvider(params.id)),
  );

  app.put(`${path}/:id`, { config, schema: { params: ProviderPath, body: UpdateBody } }, async (request) => {
    const { params, body } = request;
    const { updateProvider } = await loadRules();
    return answerOf(
      await updateProvider(identity, await requireProvider(params.id), fieldsOf(body), authorOf(request)),
    );
  });

  app.delete(`${path}/:id`, { config, schema: { params: ProviderPath } }, async (request) => {
    const provider = await requireProvider(request.params.id);
    const { deleteProvider } = await loadRules();
    await deleteProvider(identity, provider, authorOf(request));
    return answerOf(provider);
  });

  async function requireProvider(id: string): Promise<SsoProvider> {
    const query = id.startsWith(RESOURCE)
      ? { resourceId: id.slice(RESOURCE.length) }
      : UUID.test(id)
        ? { id }
        : undefined;
    const provider = query && (await findProvider(identity.db, query));
    if (provider !== undefined) return provider;
    throw new IdentityError("sso_provider_not_found", { message: "SSO Identity Provider not found" });
  }
};

function fieldsOf(body: Static<typeof UpdateBody>): ProviderFields {
  const { name_id_format: format, resource_id: resourceId } = body;
  return {
    metadataXml: given(body.metadata_xml),
    metadataUrl: given(body.metadata_url),
    domains: body.domains ?? undefined,
    attributeMapping: body.attribute_mapping ?? undefined,
    nameIdFormat: format === undefined ? undefined : (given(format) ?? null),
    resourceId: resourceId === undefined ? undefined : (given(resourceId) ?? null),
    isDisabled: body.disabled ?? undefined,
    mayBegin: body.allow_idp_initiated ?? undefined,
  };
}

function answerOf(provider: SsoProvider): object {
  const { id, resourceId, isDisabled, entityId, metadataXml, metadataUrl, attributeMapping, nameIdFormat } = provider;
  return {
    id,
    ...(resourceId === null ? {} : { resource_id: resourceId }),
    disabled: isDisabled,
    allow_idp_initiated: provider.mayBegin,
    saml: {
      entity_id: entityId,
      ...(metadataXml === "" ? {} : { metadata_xml: metadataXml }),
      ...(metadataUrl === null ? {} : { metadata_url: metadataUrl }),
      attribute_mapping: attributeMapping,
      ...(nameIdFormat === null ? {} : { name_id_format: nameIdFormat }),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.createdAt.toISOString(),
    updated_at: provider.updatedAt.toISOString(),
  };
}
