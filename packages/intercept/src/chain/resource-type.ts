/** What a request is for. `other` is prefetch, signed exchange, preflight or unknown. */
export const RESOURCE_TYPES = [
  "document",
  "stylesheet",
  "image",
  "media",
  "font",
  "script",
  "texttrack",
  "xhr",
  "fetch",
  "eventsource",
  "websocket",
  "manifest",
  "ping",
  "cspreport",
  "other",
] as const;

export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** Who asked for a request. */
export type RequestInitiator = "page" | "worker" | "sharedworker" | "serviceworker" | "preflight" | "node";
