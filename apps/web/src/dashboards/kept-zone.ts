import { recall, remember } from "../browser-memory.ts";

const KEY = "vedette.zone";

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** As documents name it: `browser` is the zone of whoever looks. @see spec 2, Dashboard: `timezone` */
export type ZoneChoice = string;

/** What a new dashboard may begin with, here. */
export const ZONES: readonly ZoneChoice[] = [...new Set(["browser", "utc", OWN_ZONE])];

/** The zone of dashboards that are made in this browser. */
export function keptZone(): ZoneChoice {
  const kept = recall(KEY);
  return ZONES.find((zone) => zone === kept) ?? "browser";
}

export function keepZone(zone: ZoneChoice): void {
  remember(KEY, zone);
}
