import { shownMetadata } from "../kinds/dialect.ts";
import { apiVersionOf, type JsonObject, type Kind } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { searchedTextOf } from "../search/panel-titles.ts";
import type { Draft } from "./draft.ts";
import type { ManagedFields } from "./managed-fields.ts";
import { ANNOTATIONS, INTERNAL_ID_LABEL } from "./server-metadata.ts";

/** What stays the same in all versions of one object. Its internal id is given by the store. */
export interface Identity {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly generateName: string | undefined;
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** Who made a version and when, and whose fields are whose afterwards. */
export interface Writing {
  readonly generation: number;
  readonly at: Date;
  readonly by: string;
  /** Whether the object was there before. */
  readonly kind: "create" | "update";
  readonly owners: readonly ManagedFields[];
}

/** The JSON text of metadata around the two numbers that the store gives. */
interface MetadataParts {
  readonly beforeVersion: string;
  readonly beforeInternalId: string;
  readonly afterInternalId: string;
}

/** A version on its way into the store: all of it but its resource version and internal id. */
export interface NewVersion {
  readonly resource: string;
  readonly identity: Identity;
  readonly writing: Writing;
  readonly title: string;
  readonly tags: readonly string[];
  readonly panelTitles: string;
  readonly folder: string;
  /** The client's own; the store adds the internal id. */
  readonly labels: Readonly<Record<string, string>>;
  readonly message: string;
  readonly metadata: MetadataParts;
  readonly spec: string;
  /** What the spec says. */
  readonly specValue: JsonObject;
}

/** What the store has made of a version: its two numbers, and the metadata with them. */
export interface StoredText {
  readonly resource_version: string;
  readonly internal_id: string;
  readonly metadata: string;
}

/** A version as the store gives it when it is read. */
export function storedVersionOf(version: NewVersion, stored: StoredText): StoredVersion {
  const { resource, identity, writing, title, tags, panelTitles, folder, labels, message, spec } = version;
  return {
    ...stored,
    superseded_by: null,
    superseded_at: null,
    is_deleted: false,
    resource,
    namespace: identity.namespace,
    name: identity.name,
    uid: identity.uid,
    generation: String(writing.generation),
    generate_name: identity.generateName ?? null,
    title,
    folder,
    tags: [...tags],
    panel_titles: panelTitles,
    searched: searchedTextOf(version),
    labels: { ...labels, [INTERNAL_ID_LABEL]: stored.internal_id },
    created_at: identity.createdAt,
    created_by: identity.createdBy,
    written_at: writing.at,
    written_by: writing.by,
    message,
    size: sizeOf(version),
    spec,
  };
}

/** Characters of its texts, but for the two numbers. */
export function sizeOf({ metadata, spec }: NewVersion): number {
  const { beforeVersion, beforeInternalId, afterInternalId } = metadata;
  return beforeVersion.length + beforeInternalId.length + afterInternalId.length + spec.length;
}

export function newVersion(
  kind: Kind,
  identity: Identity,
  { draft, writing }: { draft: Draft; writing: Writing },
): NewVersion {
  return {
    resource: kind.plural,
    identity,
    writing,
    ...kind.searchedFieldsOf(draft.spec),
    folder: folderOf(kind, draft),
    labels: draft.labels,
    message: draft.annotations[ANNOTATIONS.message] ?? "",
    metadata: metadataParts(identity, draft, writing),
    spec: draft.specText,
    specValue: draft.spec,
  };
}

/** The folder that a draft names; empty for the root. */
export function folderOf(kind: Kind, { annotations }: Draft): string {
  return kind.hasFolders ? (annotations[ANNOTATIONS.folder] ?? "") : "";
}

/** The JSON text of one object: the stored texts joined, never parsed. */
export function objectText(kind: Kind, { metadata, spec }: { metadata: string; spec: string }): string {
  return `{"kind":"${kind.kind}","apiVersion":"${apiVersionOf(kind)}","metadata":${shownMetadata(kind, metadata)},"spec":${spec}}`;
}

/** RFC 3339 in UTC with whole seconds. */
export function timestamp(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, "Z");
}

function metadataParts(
  { name, generateName, namespace, uid, createdAt, createdBy }: Identity,
  draft: Draft,
  { generation, at, by, kind, owners }: Writing,
): MetadataParts {
  const updated =
    kind === "update" ? { [ANNOTATIONS.updatedBy]: by, [ANNOTATIONS.updatedTimestamp]: timestamp(at) } : {};
  const annotations = { ...draft.annotations, [ANNOTATIONS.createdBy]: createdBy, ...updated };
  const head = JSON.stringify({ name, generateName, namespace, uid }).slice(0, -1);
  const ages = JSON.stringify({ generation, creationTimestamp: timestamp(createdAt) }).slice(1, -1);
  const labels = JSON.stringify(draft.labels).slice(1);
  const rest = JSON.stringify({ annotations, managedFields: owners });
  return {
    beforeVersion: `${head},"resourceVersion":"`,
    beforeInternalId: `",${ages},"labels":{"${INTERNAL_ID_LABEL}":"`,
    afterInternalId: `"${labels === "}" ? "" : ","}${labels},${rest.slice(1)}`,
  };
}
