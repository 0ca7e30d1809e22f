import type { FastifyBaseLogger } from "fastify";
import type { Resources } from "../resources.ts";
import { forgetRecords, sealRecords } from "./chain.ts";

const EVERY_MS = 60_000;

/** Chains new records of the audit log every minute, and forgets those that are too old. Any process may do it. */
export function startAuditUpkeep(
  resources: Pick<Resources, "db" | "settings">,
  log: Pick<FastifyBaseLogger, "warn">,
): AsyncDisposable {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= keepUp(resources)
      .catch((err: unknown) => log.warn({ err }, "the audit log could not be looked after"))
      .finally(() => {
        running = undefined;
      });
  }, EVERY_MS).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}

async function keepUp({ db, settings }: Pick<Resources, "db" | "settings">): Promise<void> {
  await sealRecords(db);
  const days = settings["audit.retention_days"];
  if (days > 0) await forgetRecords(db, days);
}
