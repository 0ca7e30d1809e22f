import { relative } from "node:path";
import { type App, HttpError, parseJson } from "@vedette/http";
import { memberText, type Provisioning, provisionObject, ResourceError, type Resources } from "@vedette/resources";
import { ACCESS_KIND } from "./commands/transfer/access-state.ts";
import { filesOf, inOrder, readSources, type SourceDocument } from "./commands/transfer/documents.ts";
import { ownMetadata } from "./commands/transfer/store-resource.ts";
import { CommandError } from "./start-failure.ts";

const NOTES: Partial<Record<Provisioning, string>> = {
  drifted: "has been changed here since its file was taken; the change stays until the file changes",
  foreign: "was there before and says something else; it stays as it is",
};

/**
 * Takes every resource of a folder into the store. A file that cannot be taken is said in the log and keeps the others
 * from nothing.
 */
export async function provisionFolder({ db }: Resources, folder: string, log: App["log"]): Promise<void> {
  const documents: SourceDocument[] = [];
  for (const path of await filesOf([folder])) {
    await tolerated(path, log, async () => void documents.push(...(await readSources(path))));
  }
  const counts = new Map<Provisioning, number>();
  const placeByObject = new Map<string, string>();
  for (const document of inOrder(documents)) {
    const { place } = document;
    await tolerated(place, log, async () => {
      const wanted = objectOf(document, folder);
      const object = `${wanted.plural}/${wanted.name}`;
      const other = placeByObject.get(object);
      if (other !== undefined) throw new CommandError(`${object} is taken from ${other}`);
      placeByObject.set(object, place);
      const done = await provisionObject(db, wanted, new Date());
      counts.set(done, (counts.get(done) ?? 0) + 1);
      if (NOTES[done] !== undefined) log.warn({ file: place }, `provisioning: ${wanted.name} ${NOTES[done]}`);
    });
  }
  log.info(Object.fromEntries(counts), `provisioned from ${folder}`);
}

/** A bare dashboard is called as it calls itself. */
function objectOf({ path, text, value, kind }: SourceDocument, folder: string) {
  const sourcePath = relative(folder, path);
  // What a request may not hold, a file may not either.
  parseJson(text);
  if (kind === ACCESS_KIND)
    throw new CommandError("who may do what is not provisioned: vedette import takes this file");
  if (kind === undefined) {
    const name = String(value["uid"] ?? "");
    if (name === "") throw new CommandError("a dashboard that is provisioned needs a uid");
    return { plural: "dashboards", name, labels: {}, annotations: {}, spec: value, specText: text.trim(), sourcePath };
  }
  const { name, labels, annotations } = ownMetadata(value);
  const spec = Object(value["spec"]);
  const specText = memberText(text, "spec") ?? "{}";
  const texts = { labels: textsOf(labels), annotations: textsOf(annotations) };
  return { plural: kind.plural, name: String(name ?? ""), ...texts, spec, specText, sourcePath };
}

function textsOf(map: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, String(value)]));
}

async function tolerated(file: string, log: App["log"], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof ResourceError || error instanceof HttpError)) throw error;
    log.error({ file }, `provisioning: ${error.message}`);
  }
}
