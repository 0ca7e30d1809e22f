import type { FastifyBaseLogger } from "fastify";
import { forgetAnnotations } from "../annotations/annotations.ts";
import type { Resources } from "../resources.ts";
import { forgetSnapshotsAndDrafts } from "../snapshots/snapshots.ts";
import { forgetViews } from "../views/views.ts";
import { deleteOldAccessChanges } from "../watch/access-watch.ts";
import { forgetOldVersions } from "./forget.ts";

const EVERY_MS = 3_600_000;

/** Forgets expired snapshots and, where the settings limit how many are kept, old versions. Any process may do it. */
export function startForgetting(
  { db, settings }: Pick<Resources, "db" | "settings">,
  log: Pick<FastifyBaseLogger, "warn">,
): AsyncDisposable {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const kept = settings["resources.history.versions"];
    const forget = async () => {
      await forgetSnapshotsAndDrafts(db);
      await forgetAnnotations(db);
      await forgetViews(db);
      await deleteOldAccessChanges(db);
      if (kept > 0) await forgetOldVersions(db, kept);
    };
    running = forget().catch((err: unknown) => log.warn({ err }, "what is old could not be removed"));
  }, EVERY_MS).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
