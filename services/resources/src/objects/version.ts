import type { Insertable } from "kysely";
import { apiVersionOf, type Kind } from "../kinds/kind.ts";
import type { ObjectVersionsTable } from "../resource-tables.ts";
import type { Draft } from "./draft.ts";
import { ANNOTATIONS, INTERNAL_ID_LABEL } from "./server-metadata.ts";

/** What stays the same in all versions of one object. */
export interface Identity {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly internalId: string;
  readonly generateName: string | undefined;
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** Who made a version, when, and where it stands in the order of all changes. */
export interface Writing {
  /** Absent in the answer to a dry run that makes an object. */
  readonly resourceVersion: string | undefined;
  readonly generation: number;
  readonly at: Date;
  readonly by: string;
  /** The object was there before. */
  readonly kind: "create" | "update";
}

/** Puts together the row of a version. */
export function versionRow(
  kind: Kind,
  identity: Identity,
  { draft, writing }: { draft: Draft; writing: Writing },
): Insertable<ObjectVersionsTable> {
  const labels = { ...draft.labels, [INTERNAL_ID_LABEL]: identity.internalId };
  const metadata = metadataText(identity, { draft, writing, labels });
  const { title, tags } = kind.searchedFieldsOf(draft.spec);
  return {
    resource_version: writing.resourceVersion ?? "0",
    is_deleted: false,
    resource: kind.plural,
    namespace: identity.namespace,
    name: identity.name,
    uid: identity.uid,
    generation: String(writing.generation),
    internal_id: identity.internalId,
    generate_name: identity.generateName ?? null,
    title,
    folder: folderOf(kind, draft),
    tags: JSON.stringify(tags),
    labels: JSON.stringify(labels),
    created_at: identity.createdAt,
    created_by: identity.createdBy,
    written_at: writing.at,
    written_by: writing.by,
    message: draft.annotations[ANNOTATIONS.message] ?? "",
    size: metadata.length + draft.specText.length,
    metadata,
    spec: draft.specText,
  };
}

/** The folder that a draft names; empty for the root. */
export function folderOf(kind: Kind, { annotations }: Draft): string {
  return kind.hasFolders ? (annotations[ANNOTATIONS.folder] ?? "") : "";
}

/** The JSON text of one object: the stored texts joined, never parsed. */
export function objectText(kind: Kind, { metadata, spec }: { metadata: string; spec: string }): string {
  return `{"kind":"${kind.kind}","apiVersion":"${apiVersionOf(kind)}","metadata":${metadata},"spec":${spec}}`;
}

/** RFC 3339 in UTC with whole seconds. */
export function timestamp(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, "Z");
}

function metadataText(
  identity: Identity,
  { draft, writing, labels }: { draft: Draft; writing: Writing; labels: Readonly<Record<string, string>> },
): string {
  const updated =
    writing.kind === "update"
      ? { [ANNOTATIONS.updatedBy]: writing.by, [ANNOTATIONS.updatedTimestamp]: timestamp(writing.at) }
      : {};
  return JSON.stringify({
    name: identity.name,
    generateName: identity.generateName,
    namespace: identity.namespace,
    uid: identity.uid,
    resourceVersion: writing.resourceVersion,
    generation: writing.generation,
    creationTimestamp: timestamp(identity.createdAt),
    labels,
    annotations: { ...draft.annotations, [ANNOTATIONS.createdBy]: identity.createdBy, ...updated },
  });
}
