import { RESOURCE_TYPES, type ResourceType } from "../chain/resource-type.ts";
import { type HeaderEntry, headerOf } from "../http/headers.ts";

const TYPE_BY_WIRE: ReadonlyMap<string, ResourceType> = new Map([
  ["CSPViolationReport", "cspreport"],
  ["TextTrack", "texttrack"],
  // In the Fetch domain this is prefetch; scripts' fetches come as XHR.
  ["Fetch", "other"],
]);

/** The Fetch domain says `XHR` for fetch, XMLHttpRequest and EventSource alike; the last one is told by its Accept. */
export function resourceTypeOf(wireType: string, headers: readonly HeaderEntry[]): ResourceType {
  if (wireType === "XHR") return headerOf(headers, "accept") === "text/event-stream" ? "eventsource" : "xhr";
  const lower = wireType.toLowerCase();
  return TYPE_BY_WIRE.get(wireType) ?? RESOURCE_TYPES.find((type) => type === lower) ?? "other";
}
