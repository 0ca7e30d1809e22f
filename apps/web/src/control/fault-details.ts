import { ApiError } from "../api/api-error.ts";

/** What an administrator finds again in the server's log of a fault, in plain lines. */
export function faultDetails(error: Error): string {
  const at = error instanceof ApiError ? error.at : new Date();
  const facts: [string, string | number | undefined][] = [
    ["message", error.message],
    ["time", at.toISOString()],
    ["page", location.pathname],
  ];
  if (error instanceof ApiError) {
    facts.push(["call", error.path], ["status", error.status], ["code", error.code], ["request", error.requestId]);
  }
  return facts
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
