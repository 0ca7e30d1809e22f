import { COLUMNS, specColumn, wide } from "./columns.ts";
import { invalid, type Kind, objectScopes, searchedText, uniqueTextFaults } from "./kind.ts";

/** Teams: people who hold roles together. Who belongs to one is kept beside it, at /api/teams. */
export const teamKind: Kind = {
  kind: "Team",
  group: "team.vedette.app",
  version: "v1",
  plural: "teams",
  singular: "team",
  shortNames: [],
  description: "People who hold roles together.",
  specProperties: {
    title: { type: "string", description: "What people call it." },
    email: { type: "string", description: "Where the team is written to." },
  },
  isOpen: true,
  actions: {
    create: "teams:create",
    read: "teams:read",
    update: "teams:write",
    remove: "teams:delete",
  },
  hasGeneratedNames: true,
  requiresVersion: false,
  reservedNames: [],
  hasFolders: false,
  isCoveredByFolder: false,
  columns: [
    COLUMNS.name,
    COLUMNS.title,
    specColumn("Email", "Where the team is written to.", (spec) => spec["email"]),
    wide(COLUMNS.createdAt),
  ],
  faultsOf: (spec) => [
    ...uniqueTextFaults("spec.title", spec["title"]),
    ...(spec["email"] === undefined || typeof spec["email"] === "string"
      ? []
      : [invalid("spec.email", "must be a string")]),
  ],
  searchedFieldsOf: (spec) => ({ title: searchedText(spec["title"]), tags: [], panelTitles: "" }),
  scopesOf: (place) => objectScopes("teams", place),
  needsToCreate: (place) => [{ action: "teams:create", scopes: objectScopes("teams", place) }],
};
