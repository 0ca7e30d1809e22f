import { COLUMNS } from "./columns.ts";
import { folderScopes, type Kind, type Place, searchedText, textFaults } from "./kind.ts";

/** Folders: what lies in them says so by the annotation `vedette.app/folder`, folders in folders too. */
export const folderKind: Kind = {
  kind: "Folder",
  group: "folder.vedette.app",
  version: "v1",
  plural: "folders",
  singular: "folder",
  shortNames: [],
  description: "What dashboards and other folders lie in.",
  specProperties: {
    title: { type: "string", description: "What people call it." },
    description: { type: "string", description: "What it is for." },
  },
  isOpen: false,
  actions: {
    create: "folders:create",
    read: "folders:read",
    update: "folders:write",
    remove: "folders:delete",
  },
  hasGeneratedNames: true,
  requiresVersion: false,
  reservedNames: ["general"],
  hasFolders: true,
  isCoveredByFolder: false,
  columns: [
    COLUMNS.name,
    COLUMNS.title,
    { ...COLUMNS.folder, name: "Parent", description: "The folder that it lies in; empty at the root." },
    COLUMNS.createdAt,
  ],
  faultsOf: (spec) => textFaults("spec.title", spec["title"]),
  searchedFieldsOf: (spec) => ({ title: searchedText(spec["title"]), tags: [], panelTitles: "" }),
  scopesOf: ({ name }: Place) => ["folders:*", ...(name === undefined ? [] : [`folders:uid:${name}`])],
  needsToCreate: (place) => [
    { action: "folders:create", scopes: folderScopes(place) },
    { action: "folders:write", scopes: folderScopes(place) },
  ],
};
