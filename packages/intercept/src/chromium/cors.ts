import { type HeaderEntry, headerOf } from "../http/headers.ts";

/**
 * What a fulfilled response needs so that a page of another origin may read it. A handler that set
 * `access-control-allow-origin` itself meant it.
 */
export function corsHeaders(
  url: string,
  requestHeaders: readonly HeaderEntry[],
  responseHeaders: readonly HeaderEntry[],
): HeaderEntry[] {
  const origin = headerOf(requestHeaders, "origin");
  const target = URL.parse(url);
  if (origin === undefined || target === null || !/^https?:$/.test(target.protocol) || target.origin === origin)
    return [];
  if (headerOf(responseHeaders, "access-control-allow-origin") !== undefined) return [];
  return [
    { name: "access-control-allow-origin", value: origin },
    { name: "access-control-allow-credentials", value: "true" },
    { name: "vary", value: "Origin" },
  ];
}

/** A browser's question before a cross-origin request. Scripts cannot set its header. */
export function isPreflight(method: string, headers: readonly HeaderEntry[]): boolean {
  return method === "OPTIONS" && headerOf(headers, "access-control-request-method") !== undefined;
}

/** The answer that allows what a preflight asks for; its status is 204. */
export function preflightHeaders(headers: readonly HeaderEntry[]): HeaderEntry[] {
  const requested = headerOf(headers, "access-control-request-headers");
  return [
    { name: "access-control-allow-origin", value: headerOf(headers, "origin") ?? "*" },
    {
      name: "access-control-allow-methods",
      value: headerOf(headers, "access-control-request-method") ?? "GET, POST, OPTIONS, DELETE",
    },
    { name: "access-control-allow-credentials", value: "true" },
    ...(requested === undefined ? [] : [{ name: "access-control-allow-headers", value: requested }]),
  ];
}
