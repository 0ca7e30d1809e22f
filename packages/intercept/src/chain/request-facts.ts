import type { HeaderEntry } from "../http/headers.ts";
import type { RequestInitiator, ResourceType } from "./resource-type.ts";

/** A frame of a page, as far as its navigation is known. */
export interface Frame {
  readonly id: string;
  /** The document that is there now: during a first navigation `about:blank`. */
  url(): string;
  name(): string;
  parent(): Frame | null;
}

/** Milliseconds since the request's start; -1 where the backend does not know. */
export interface RequestTiming {
  /** Milliseconds since the epoch. */
  readonly startTime: number;
  readonly domainLookupStart: number;
  readonly domainLookupEnd: number;
  readonly connectStart: number;
  readonly secureConnectionStart: number;
  readonly connectEnd: number;
  readonly requestStart: number;
  readonly responseStart: number;
}

/** What a backend knows of a request before it is sent. Everything costly is a method. */
export interface RequestFacts {
  readonly url: string;
  readonly method: string;
  readonly networkId: string | null;
  /** As far as they are known before the request is sent. */
  headers(): readonly HeaderEntry[];
  /** `null` without a body, and for one that streams. */
  postData(): Buffer | null;
  resourceType(): ResourceType;
  initiator(): RequestInitiator;
  isNavigation(): boolean;
  frame(): Frame | null;
  timing(): RequestTiming;
}
