import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { ResourceError } from "../errors.ts";
import { isJsonObject, type JsonObject, type Kind } from "../kinds/kind.ts";
import { KINDS } from "../kinds/table.ts";
import { createObject } from "../objects/create.ts";
import { replaceObject } from "../objects/replace.ts";
import { readCurrent, type Store } from "../objects/store.ts";
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

/**
 * Brings one object to what its file says, whenever the file has changed.
 *
 * @throws ResourceError of `createObject` and `replaceObject`
 */
export async function provisionObject(db: Store, wanted: ProvisionedObject, now: Date): Promise<Provisioning> {
  const kind = kindOf(wanted.plural);
  const { name } = wanted;
  const checksum = checksumOf(wanted);
  const stored = await readCurrent(db, { resource: kind.plural, namespace: NAMESPACE, name });
  const write = { kind, namespace: NAMESPACE, author: SERVER, mode: "store", now } as const;
  const body = bodyOf(wanted, checksum);
  if (stored === undefined) {
    await createObject(db, { ...write, body });
    return "made";
  }
  const isSame = isDeepStrictEqual(JSON.parse(stored.spec), wanted.spec);
  const taken = annotationsOf(stored.metadata)[ANNOTATION.sourceChecksum];
  if (taken === checksum) return isSame ? "unchanged" : "drifted";
  if (taken === undefined && !isSame) return "foreign";
  await replaceObject(db, { ...write, name, body });
  return "changed";
}

function kindOf(plural: string): Kind {
  const kind = KINDS.find((one) => one.plural === plural);
  if (kind !== undefined) return kind;
  throw new ResourceError("request_invalid", { detail: `${plural} are not kept here` });
}

function bodyOf({ name, labels, annotations, spec, specText, sourcePath }: ProvisionedObject, checksum: string) {
  const own = {
    ...annotations,
    [ANNOTATION.managedBy]: "provisioning",
    // A change that is made here stays until the file changes.
    [ANNOTATION.managerAllowsEdits]: "true",
    [ANNOTATION.sourcePath]: sourcePath,
    [ANNOTATION.sourceChecksum]: checksum,
  };
  const metadata = { name, labels, annotations: own };
  return { value: { metadata, spec }, text: `{"metadata":${JSON.stringify(metadata)},"spec":${specText}}` };
}

function checksumOf({ labels, annotations, specText }: ProvisionedObject): string {
  return createHash("sha256")
    .update(JSON.stringify([labels, annotations, specText]))
    .digest("hex");
}

function annotationsOf(metadata: string): JsonObject {
  const parsed: unknown = JSON.parse(metadata);
  const annotations = isJsonObject(parsed) ? parsed["annotations"] : undefined;
  return isJsonObject(annotations) ? annotations : {};
}
