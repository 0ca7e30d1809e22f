import type { Author } from "../access/caller.ts";
import { ResourceError } from "../errors.ts";
import { memberText } from "../json/member-text.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import type { JsonObject } from "../kinds/kind.ts";
import { requireObjectAccess } from "../objects/access.ts";
import { createObject } from "../objects/create.ts";
import type { Body } from "../objects/draft.ts";
import { isName } from "../objects/name.ts";
import { replaceObject } from "../objects/replace.ts";
import { ANNOTATIONS } from "../objects/server-metadata.ts";
import { readCurrent, type Store } from "../objects/store.ts";
import { slugOf } from "./slug.ts";

/** What a client of the older API wants to save. */
export interface LegacySave {
  readonly namespace: string;
  readonly dashboard: JsonObject;
  /** The whole body, from which the dashboard's own text is cut. */
  readonly bodyText: string;
  /** Empty for the root. */
  readonly folder: string;
  readonly message: string;
  /** Saves over whatever is there; without it the dashboard must carry the version that was loaded. */
  readonly onConflict: "refuse" | "overwrite";
  readonly author: Author;
  readonly now: Date;
}

/** What the older API calls version is the generation of the object. */
export interface LegacySaved {
  readonly id: number;
  readonly uid: string;
  readonly version: number;
  readonly title: string;
}

/**
 * Saves a dashboard as the older API does: one with a uid that is there is replaced, all others are made.
 *
 * @throws ResourceError `save_overtaken` unless the version fits, and those of creating and replacing
 */
export async function saveLegacy(db: Store, save: LegacySave): Promise<LegacySaved> {
  const { dashboard, namespace } = save;
  const uid = dashboard["uid"];
  const name = typeof uid === "string" && uid !== "" ? uid : undefined;
  if (name !== undefined && !isName(name)) throw new ResourceError("request_invalid", { detail: "uid is not a name" });
  const stored = name === undefined ? undefined : await readCurrent(db, { resource: "dashboards", namespace, name });
  if (stored === undefined) return await make(db, save, name);
  // Whoever may not save it learns nothing of its version.
  requireObjectAccess(save.author.caller, dashboardKind, "update", { name: stored.name, folder: stored.folder });
  const isOvertaken = String(dashboard["version"]) !== stored.generation;
  if (isOvertaken && save.onConflict === "refuse") throw new ResourceError("save_overtaken");
  const metadata = {
    name: stored.name,
    annotations: annotationsOf(save),
    ...(save.onConflict === "refuse" ? { resourceVersion: stored.resource_version } : {}),
  };
  const { author, now } = save;
  const body = bodyOf(save, metadata);
  const write = { kind: dashboardKind, namespace, name: stored.name, body, author, mode: "store", now } as const;
  await replaceObject(db, { ...write, keeps: "metadata" });
  return await savedOf(db, namespace, stored.name);
}

async function make(db: Store, save: LegacySave, name: string | undefined): Promise<LegacySaved> {
  const { namespace, dashboard, author, now } = save;
  const called = name === undefined ? { generateName: `${slugOf(String(dashboard["title"]))}-` } : { name };
  const body = bodyOf(save, { ...called, annotations: annotationsOf(save) });
  const creation = { kind: dashboardKind, namespace, body, author, mode: "store", now } as const;
  const made = await createObject(db, creation).catch((error: unknown) => {
    if (error instanceof ResourceError && error.code === "object_exists") return undefined;
    throw error;
  });
  // Somebody else has made it just now: from here on it is one that is there.
  return made === undefined ? await saveLegacy(db, save) : await savedOf(db, namespace, made.name);
}

function bodyOf({ dashboard, bodyText }: LegacySave, metadata: JsonObject): Body {
  const specText = memberText(bodyText, "dashboard") ?? "{}";
  return {
    value: { metadata, spec: dashboard },
    text: `{"metadata":${JSON.stringify(metadata)},"spec":${specText}}`,
  };
}

function annotationsOf({ folder, message }: LegacySave): Record<string, string> {
  return {
    ...(folder === "" ? {} : { [ANNOTATIONS.folder]: folder }),
    ...(message === "" ? {} : { [ANNOTATIONS.message]: message }),
  };
}

async function savedOf(db: Store, namespace: string, name: string): Promise<LegacySaved> {
  const stored = await readCurrent(db, { resource: "dashboards", namespace, name });
  if (stored === undefined) throw new ResourceError("save_overtaken");
  return { id: Number(stored.internal_id), uid: name, version: Number(stored.generation), title: stored.title };
}
