import { GROUP_SCHEMA } from "./scim-group.ts";
import { USER_SCHEMA } from "./scim-person.ts";

/** Most resources of one page. */
export const MAX_RESULTS = 200;

/**
 * What this service can do for a directory.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7643#section-5
 */
export function providerConfig(base: string) {
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_RESULTS },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "The token that the operator has set.",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc7643#section-6 */
export function resourceTypes(base: string) {
  return [
    {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
      id: "User",
      name: "User",
      endpoint: "/Users",
      description: "People who sign in",
      schema: USER_SCHEMA,
      schemaExtensions: [],
      meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/User` },
    },
    {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
      id: "Group",
      name: "Group",
      endpoint: "/Groups",
      description: "Groups of users, which fill teams",
      schema: GROUP_SCHEMA,
      schemaExtensions: [],
      meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/Group` },
    },
  ];
}

const text = {
  type: "string",
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
} as const;

/** The attributes that are kept; a directory may send more. */
const ATTRIBUTES = [
  { ...text, name: "userName", required: true, uniqueness: "server", description: "Unique, whatever its case." },
  { ...text, name: "externalId", caseExact: true, uniqueness: "server", description: "The directory's own id." },
  { ...text, name: "displayName", description: "The name as it is shown." },
  {
    ...text,
    name: "name",
    type: "complex",
    description: "The parts of the name.",
    subAttributes: [
      { ...text, name: "formatted", description: "All of it." },
      { ...text, name: "familyName", description: "The family's." },
      { ...text, name: "givenName", description: "The person's own." },
    ],
  },
  {
    ...text,
    name: "emails",
    type: "complex",
    multiValued: true,
    required: true,
    description: "The primary one signs in. Can be left out where userName is an e-mail address.",
    subAttributes: [
      { ...text, name: "value", required: true, description: "The address." },
      {
        ...text,
        name: "type",
        canonicalValues: ["work"],
        description: "Others than work sign in only as the primary one.",
      },
      { ...text, name: "primary", type: "boolean", description: "Which one counts." },
    ],
  },
  {
    ...text,
    name: "active",
    type: "boolean",
    required: true,
    description: "Whether the user can sign in. True when left out at the start.",
  },
] as const;

const memberText = { ...text, mutability: "immutable" } as const;

const GROUP_SCHEMA_ATTRIBUTES = [
  { ...text, name: "displayName", required: true, uniqueness: "server", description: "Unique, whatever its case." },
  { ...text, name: "externalId", caseExact: true, uniqueness: "server", description: "The directory's own id." },
  {
    ...text,
    name: "members",
    type: "complex",
    multiValued: true,
    description: "Users of the directory.",
    subAttributes: [
      { ...memberText, name: "value", description: "The id of the user." },
      { ...memberText, name: "$ref", type: "reference", referenceTypes: ["User"], description: "The URL of the user." },
      { ...memberText, name: "type", canonicalValues: ["User"], description: "Always User." },
    ],
  },
] as const;

/** @see https://www.rfc-editor.org/rfc/rfc7643#section-7 */
export function schemas(base: string) {
  return [
    {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
      id: USER_SCHEMA,
      name: "User",
      description: "People who sign in",
      attributes: ATTRIBUTES,
      meta: { resourceType: "Schema", location: `${base}/Schemas/${USER_SCHEMA}` },
    },
    {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
      id: GROUP_SCHEMA,
      name: "Group",
      description: "Groups of users, which fill teams",
      attributes: GROUP_SCHEMA_ATTRIBUTES,
      meta: { resourceType: "Schema", location: `${base}/Schemas/${GROUP_SCHEMA}` },
    },
  ];
}

/** @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2 */
export function listAnswer(resources: readonly object[], { total, startIndex }: { total: number; startIndex: number }) {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
