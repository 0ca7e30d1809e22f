import { HttpError } from "@vedette/http";
import { authorOf, type Caller } from "../access/caller.ts";
import type { ResourceSettings } from "../settings.ts";

/** How many watches are open in this process, and whose. */
export interface Seats {
  /**
   * @returns gives the seat back
   * @throws HttpError `too_many_requests`
   */
  take(caller: Caller): () => void;
}

/** Programs run many watches at once, people only some pages. */
const SERVICE_ACCOUNT_FACTOR = 10;

export function createSeats(settings: ResourceSettings): Seats {
  const takenBy = new Map<string, number>();
  let taken = 0;
  return {
    take(caller) {
      const who = authorOf(caller);
      const own = takenBy.get(who) ?? 0;
      if (taken >= settings["server.limits.watch_streams"] || own >= limitOf(caller, settings)) {
        throw new HttpError("too_many_requests", {
          detail: "Too many watches are open. End one, or wait a moment.",
          headers: { "retry-after": "5" },
        });
      }
      taken += 1;
      takenBy.set(who, own + 1);
      return () => {
        taken -= 1;
        const left = (takenBy.get(who) ?? 1) - 1;
        if (left === 0) takenBy.delete(who);
        else takenBy.set(who, left);
      };
    },
  };
}

function limitOf({ kind }: Caller, settings: ResourceSettings): number {
  const perPerson = settings["server.limits.watch_streams_per_person"];
  if (kind === "user") return perPerson;
  return kind === "api-key" || kind === "provisioning" ? Number.POSITIVE_INFINITY : perPerson * SERVICE_ACCOUNT_FACTOR;
}
