import type { FastifyBaseLogger } from "fastify";
import type { Resources } from "../resources.ts";
import { forgetOldVersions } from "./forget.ts";

const EVERY_MS = 3_600_000;

/** Forgets old versions every hour, where the settings limit how many are kept. Any process may do it. */
export function startForgetting(
  { db, settings }: Pick<Resources, "db" | "settings">,
  log: Pick<FastifyBaseLogger, "warn">,
): AsyncDisposable {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const kept = settings["resources.history.versions"];
    if (kept === 0) return;
    running = forgetOldVersions(db, kept).catch((err: unknown) =>
      log.warn({ err }, "old versions could not be removed"),
    );
  }, EVERY_MS).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
