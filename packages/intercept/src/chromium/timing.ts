import type { RequestTiming } from "../chain/request-facts.ts";
import type { WireTiming } from "./protocol.ts";

/** Timings of a request; -1 for all but the start while the Network domain is off or the response is not there. */
export function timingOf(startTime: number, wire: WireTiming | undefined): RequestTiming {
  return {
    startTime,
    domainLookupStart: wire?.dnsStart ?? -1,
    domainLookupEnd: wire?.dnsEnd ?? -1,
    connectStart: wire?.connectStart ?? -1,
    secureConnectionStart: wire?.sslStart ?? -1,
    connectEnd: wire?.connectEnd ?? -1,
    requestStart: wire?.sendStart ?? -1,
    responseStart: wire?.receiveHeadersEnd ?? -1,
  };
}
