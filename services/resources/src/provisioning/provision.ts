import { createHash } from "node:crypto";
import { ResourceError } from "../errors.ts";
import { isSameJson } from "../json/same-json.ts";
import type { JsonObject, Kind } from "../kinds/kind.ts";
import { KINDS } from "../kinds/table.ts";
import { createObject } from "../objects/create.ts";
import type { Body } from "../objects/draft.ts";
import { replaceObject } from "../objects/replace.ts";
import { ANNOTATIONS, ownAnnotations, ownLabels } from "../objects/server-metadata.ts";
import { readCurrent, type Store } from "../objects/store.ts";
import { readStored } from "../objects/stored-state.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { SERVER } from "../seeds/seed.ts";

/** A resource as it stands in a file of the operator's. */
export interface ProvisionedObject {
  /** Of its kind, e.g. `dashboards`. */
  readonly plural: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: JsonObject;
  /** Letter by letter. */
  readonly specText: string;
  /** Of the file, below the folder that is provisioned from. */
  readonly sourcePath: string;
}

/**
 * What provisioning a file did. `drifted`: somebody has changed the object here since the file was last taken, and the
 * file is still the same; `foreign`: an object of the name was there before, and says something else. Both stay.
 */
export type Provisioning = "made" | "changed" | "unchanged" | "drifted" | "foreign";

const NAMESPACE = "default";
const ANNOTATION = {
  managedBy: "vedette.app/managedBy",
  managerAllowsEdits: "vedette.app/managerAllowsEdits",
  sourcePath: "vedette.app/sourcePath",
  sourceChecksum: "vedette.app/sourceChecksum",
} as const;
/** What the object says of where it comes from, and what belongs to one version alone. */
const NOT_COMPARED: ReadonlySet<string> = new Set([...Object.values(ANNOTATION), ANNOTATIONS.message]);

/** Processes that start together take the same files. */
const MAX_TRIES = 3;
const OVERTAKEN: ReadonlySet<string> = new Set(["object_exists", "version_conflict"]);

/**
 * Brings one object to what its file says, whenever the file has changed.
 *
 * @throws ResourceError of `createObject` and `replaceObject`
 */
export async function provisionObject(db: Store, wanted: ProvisionedObject, now: Date): Promise<Provisioning> {
  for (let tries = MAX_TRIES; ; tries -= 1) {
    try {
      return await provisionOnce(db, wanted, now);
    } catch (error) {
      if (tries === 1 || !(error instanceof ResourceError && OVERTAKEN.has(error.code))) throw error;
    }
  }
}

async function provisionOnce(db: Store, wanted: ProvisionedObject, now: Date): Promise<Provisioning> {
  const kind = kindOf(wanted.plural);
  const { name } = wanted;
  const checksum = checksumOf(wanted);
  const stored = await readCurrent(db, { resource: kind.plural, namespace: NAMESPACE, name });
  const write = { kind, namespace: NAMESPACE, author: SERVER, mode: "store", now } as const;
  if (stored === undefined) {
    await createObject(db, { ...write, body: bodyOf(wanted, checksum) });
    return "made";
  }
  const { taken, isSame } = compare(stored, wanted);
  if (taken === checksum) return isSame ? "unchanged" : "drifted";
  if (taken === undefined && !isSame) return "foreign";
  await replaceObject(db, { ...write, name, body: bodyOf(wanted, checksum, stored.resource_version) });
  return "changed";
}

/** @returns the checksum of the file that was taken last, and whether the object says what this one says */
function compare(stored: StoredVersion, wanted: ProvisionedObject): { taken: string | undefined; isSame: boolean } {
  const { labels, annotations, spec } = readStored(stored, wanted);
  const [here, there] = [
    [labels, compared(annotations), spec],
    [ownLabels(wanted.labels), compared(ownAnnotations(wanted.annotations)), wanted.spec],
  ];
  return { taken: annotations[ANNOTATION.sourceChecksum], isSame: isSameJson(here, there) };
}

function compared(annotations: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !NOT_COMPARED.has(key)));
}

function kindOf(plural: string): Kind {
  const kind = KINDS.find((one) => one.plural === plural);
  if (kind !== undefined) return kind;
  throw new ResourceError("request_invalid", { detail: `${plural} are not kept here` });
}

function bodyOf(
  { name, labels, annotations, spec, specText, sourcePath }: ProvisionedObject,
  checksum: string,
  resourceVersion?: string,
): Body {
  const own = {
    ...annotations,
    [ANNOTATION.managedBy]: "provisioning",
    // A change that is made here stays until the file changes.
    [ANNOTATION.managerAllowsEdits]: "true",
    [ANNOTATION.sourcePath]: sourcePath,
    [ANNOTATION.sourceChecksum]: checksum,
  };
  const metadata = { name, resourceVersion, labels, annotations: own };
  return { value: { metadata, spec }, text: `{"metadata":${JSON.stringify(metadata)},"spec":${specText}}` };
}

function checksumOf({ labels, annotations, specText }: ProvisionedObject): string {
  return createHash("sha256")
    .update(JSON.stringify([labels, annotations, specText]))
    .digest("hex");
}
