import { isDeepStrictEqual } from "node:util";
import { memberText } from "@vedette/resources";
import { CommandError } from "../../start-failure.ts";
import { callServer, requireSuccess, type ServerAccess } from "../server-call.ts";
import { nameOf, type SourceDocument } from "./documents.ts";
import { collectionPath, type TransferKind } from "./resource-kinds.ts";

/** What importing a file did, or would do. */
export type Outcome = "made" | "changed" | "unchanged";

export interface StoreWish extends ServerAccess {
  /** `check` changes nothing; `keep` leaves alone what is there and says something else. */
  readonly mode: "replace" | "keep" | "check";
}

/**
 * Stores a resource so that the server has what the file says. What the server has already is left alone, so that a
 * folder can be imported again and again.
 *
 * @throws CommandError when the server refuses, and in the mode `keep` for what is there and differs
 */
export async function storeResource(
  document: SourceDocument & { readonly kind: TransferKind },
  wish: StoreWish,
): Promise<Outcome> {
  const { kind, value, text } = document;
  const name = nameOf(document);
  if (name === "") throw new CommandError("metadata.name is missing");
  const path = `${collectionPath(kind)}/${encodeURIComponent(name)}`;
  const found = await callServer(wish, path);
  const specText = memberText(text, "spec") ?? "{}";
  if (found.status === 404) {
    if (wish.mode === "check") return "made";
    requireSuccess(await callServer(wish, collectionPath(kind), { method: "POST", body: bodyOf(document, specText) }));
    return "made";
  }
  const stored = requireSuccess(found).json;
  if (isSame(value, stored)) return "unchanged";
  if (wish.mode === "keep") {
    throw new CommandError("it is there and says something else (--replace saves this as a new version)");
  }
  if (wish.mode === "check") return "changed";
  requireSuccess(await callServer(wish, path, { method: "PUT", body: bodyOf(document, specText, stored) }));
  return "changed";
}

/** The envelope that the server takes: what only it decides is left out. @param stored - what this takes the place of */
function bodyOf({ value }: SourceDocument, specText: string, stored?: unknown): string {
  const { name, labels, annotations } = ownMetadata(value);
  const resourceVersion = Reflect.get(Object(Reflect.get(Object(stored), "metadata")), "resourceVersion");
  const notes = provisioningNotes(annotations, ownMetadata(stored).annotations);
  const metadata = { name, labels, annotations: { ...notes, ...annotations }, resourceVersion };
  return `{"metadata":${JSON.stringify(metadata)},"spec":${specText}}`;
}

function isSame(wanted: object, stored: unknown): boolean {
  const [ours, theirs] = [ownMetadata(wanted), ownMetadata(stored)];
  const notes = provisioningNotes(ours.annotations, theirs.annotations);
  const annotations = withoutKeys(theirs.annotations, Object.keys(notes));
  const spec = (object: unknown): unknown => Reflect.get(Object(object), "spec");
  return isDeepStrictEqual([ours, spec(wanted)], [{ ...theirs, annotations }, spec(stored)]);
}

type Annotations = Readonly<Record<string, unknown>>;

/** What the server has noted of the file that it keeps an object to, which stays where a file says nothing of it. */
function provisioningNotes(ours: Annotations, theirs: Annotations): Annotations {
  if (theirs[MANAGED_BY] !== "provisioning" || MANAGED_BY in ours) return {};
  return Object.fromEntries(Object.entries(theirs).filter(([key]) => PROVISIONING.includes(key)));
}

const MANAGED_BY = "vedette.app/managedBy";
/** What a server notes of the file that it has provisioned an object from; the file itself does not say it. */
const PROVISIONING = ["managedBy", "managerAllowsEdits", "sourcePath", "sourceChecksum"].map(
  (key) => `vedette.app/${key}`,
);

const SERVER_LABELS = ["vedette.app/deprecatedInternalID"];
/** The message belongs to one version, not to the object. */
const SERVER_ANNOTATIONS = ["createdBy", "updatedBy", "updatedTimestamp", "message"].map((key) => `vedette.app/${key}`);

/** What of an object's metadata its author decides: name, labels, annotations. */
export function ownMetadata(object: unknown) {
  const metadata: unknown = Reflect.get(Object(object), "metadata");
  const map = (key: string, without: readonly string[]) =>
    withoutKeys(Object(Reflect.get(Object(metadata), key)), without);
  return {
    name: Reflect.get(Object(metadata), "name"),
    labels: map("labels", SERVER_LABELS),
    annotations: map("annotations", SERVER_ANNOTATIONS),
  };
}

function withoutKeys(map: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).filter(([name]) => !keys.includes(name)));
}
