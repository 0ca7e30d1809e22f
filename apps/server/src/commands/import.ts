import { say } from "../console.ts";
import { CommandError } from "../start-failure.ts";
import { readCommandLine, SERVER_FLAGS, serverAccess } from "./command-line.ts";
import { callServer, refusalOf, type ServerAccess, textOf } from "./server-call.ts";
import { ACCESS_KIND } from "./transfer/access-state.ts";
import { filesOf, inOrder, readSources, type SourceDocument } from "./transfer/documents.ts";
import type { TransferKind } from "./transfer/resource-kinds.ts";
import { storeAccess } from "./transfer/store-access.ts";
import { type Outcome, storeResource } from "./transfer/store-resource.ts";

const FLAGS = {
  ...SERVER_FLAGS,
  "data-source": { type: "string" },
  folder: { type: "string" },
  replace: { type: "boolean" },
  check: { type: "boolean" },
} as const;

interface ImportTarget extends ServerAccess {
  /** Name or uid of the data source that takes the place of placeholders; the default one when absent. */
  readonly dataSource: string | undefined;
  /** Folder for bare dashboards. */
  readonly folder: string | undefined;
  readonly mode: "replace" | "keep" | "check";
}

/**
 * `vedette import <file or folder…>`: stores dashboards and exported resources in a running watch room. What is there
 * already is left alone.
 */
export async function importDashboards(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine("import", args, FLAGS);
  if (positionals.length === 0) {
    throw new CommandError("import needs at least one file or folder: vedette import dashboards/*.json");
  }
  const target: ImportTarget = {
    ...serverAccess(values),
    dataSource: values["data-source"],
    folder: values.folder,
    mode: values.check === true ? "check" : values.replace === true ? "replace" : "keep",
  };
  const { documents, failures } = await readAll(await filesOf(positionals));
  let problems = failures;
  for (const document of inOrder(documents)) problems += (await importOne(document, target)) ? 0 : 1;
  return problems === 0 ? 0 : 1;
}

async function readAll(files: readonly string[]): Promise<{ documents: SourceDocument[]; failures: number }> {
  const documents: SourceDocument[] = [];
  let failures = 0;
  for (const file of files) {
    const found = await tolerated(file, () => readSources(file));
    if (found === undefined) failures += 1;
    else documents.push(...found);
  }
  return { documents, failures };
}

/** @returns whether it is there now, and in the mode `check`, whether it was there and said the same */
async function importOne(document: SourceDocument, target: ImportTarget): Promise<boolean> {
  const { place } = document;
  const done = await tolerated(place, async () => {
    if (isResource(document)) return { outcome: await storeResource(document, target), url: "" };
    if (document.kind === ACCESS_KIND) {
      const tell = (line: string) => say.out(`${place}: ${line}`);
      return { outcome: await storeAccess(document.value, target, tell), url: "" };
    }
    return await storeDashboard(document, target);
  });
  if (done === undefined) return false;
  say.out(lineOf(place, done, target));
  return target.mode !== "check" || done.outcome === "unchanged";
}

function isResource(document: SourceDocument): document is SourceDocument & { readonly kind: TransferKind } {
  return document.kind !== undefined && document.kind !== ACCESS_KIND;
}

const CHECKED: Readonly<Record<Outcome, string>> = {
  made: "is not there",
  changed: "has drifted: the server says something else",
  unchanged: "unchanged",
};

function lineOf(place: string, { outcome, url }: { outcome: Outcome; url: string }, { mode, server }: ImportTarget) {
  if (mode === "check") return `${place}: ${CHECKED[outcome]}`;
  return url === "" || outcome === "unchanged" ? `${place}: ${outcome}` : `${place} → ${server}${url}`;
}

/** Says at once what went wrong, so that the other files still have their turn. */
async function tolerated<Result>(place: string, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    say.error(`${place}: ${error.message}`);
    return undefined;
  }
}

/** Sends the document as it stands in the file; the server knows what it looks like once its open values are put in. */
async function storeDashboard(
  { text }: SourceDocument,
  target: ImportTarget,
): Promise<{ outcome: Outcome; url: string }> {
  const { dataSource, folder, mode } = target;
  const source = dataSource === undefined ? "" : `"dataSource":${JSON.stringify(dataSource)},`;
  const place = folder === undefined ? "" : `"folderUid":${JSON.stringify(folder)},`;
  const overwrite = mode === "replace" ? '"overwrite":true,' : "";
  const body = `{${overwrite}${source}${place}"dashboard":${text}}`;
  const path = `/api/dashboards/import${mode === "check" ? "/compare" : ""}`;
  const answer = await callServer(target, path, { method: "POST", body });
  const refusal = refusalOf(answer);
  if (refusal !== undefined) throw new CommandError(answer.status === 409 ? `${refusal} ${REPLACE_HINT}` : refusal);
  const outcome = OUTCOMES.find((one) => one === textOf(answer.json, "outcome")) ?? "made";
  return { outcome, url: textOf(answer.json, "importedUrl") ?? "/dashboards" };
}

const OUTCOMES: readonly Outcome[] = ["made", "changed", "unchanged"];

const REPLACE_HINT = "(--replace saves it as a new version)";
