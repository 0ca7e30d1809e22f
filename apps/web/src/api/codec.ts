import { providerHeaders } from "./provider-tokens.ts";
import type { CodecSettings } from "./ui-settings.ts";

/** A value as workflow SDKs write it down: bytes in base64, and what kind of bytes they are. */
export interface Payload {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly data?: string;
}

const DEADLINE_MS = 10_000;

/**
 * Asks the codec server, as the settings say, to read payloads.
 *
 * @throws whatever keeps it from answering; the payloads then stay as they are
 * @see ui-server: Codec server
 */
export async function decodePayloads(
  codec: CodecSettings,
  namespace: string,
  payloads: readonly Payload[],
): Promise<readonly Payload[]> {
  const { url, ...init } = codecCall(codec, namespace, { payloads });
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) });
  const answer: unknown = response.ok ? await response.json() : undefined;
  const decoded = payloadsOf(answer);
  if (decoded === undefined) throw new TypeError(`The codec server answers ${response.status} and no payloads`);
  return decoded;
}

/** Cookies and tokens go along only where the operator says so, and a token only where nobody listens. */
export function codecCall(codec: CodecSettings, namespace: string, body: unknown) {
  const headers = new Headers({ "content-type": "application/json", "x-namespace": namespace });
  const isPrivate = codec.Endpoint.startsWith("https:");
  return {
    url: `${codec.Endpoint}/decode`,
    method: "POST",
    headers: codec.PassAccessToken && isPrivate ? providerHeaders(headers) : headers,
    credentials: codec.IncludeCredentials ? "include" : "omit",
    body: JSON.stringify(body),
  } as const;
}

/** The payloads in a text: one, several, or an object that holds them. `undefined` where there are none. */
export function readPayloads(text: string): readonly Payload[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return payloadsOf(value) ?? payloadsOf({ payloads: Array.isArray(value) ? value : [value] });
  } catch {
    return undefined;
  }
}

function payloadsOf(value: unknown): readonly Payload[] | undefined {
  const payloads: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "payloads") : undefined;
  return Array.isArray(payloads) && payloads.length > 0 && payloads.every(isPayload) ? payloads : undefined;
}

function isPayload(value: unknown): value is Payload {
  if (typeof value !== "object" || value === null) return false;
  const { data, metadata = {} }: { data?: unknown; metadata?: unknown } = value;
  return (typeof data === "string" || (data === undefined && "metadata" in value)) && typeof metadata === "object";
}

/** What a payload says, where it is text; else the payload itself. */
export function payloadText(payload: Payload): string {
  const encoding = fromBase64(payload.metadata?.["encoding"] ?? "") ?? "";
  const text = /^(json\/|text\/)/.test(encoding) ? fromBase64(payload.data ?? "") : undefined;
  if (text === undefined) return JSON.stringify(payload, null, 2);
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function fromBase64(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
