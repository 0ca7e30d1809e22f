import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { ResourceError } from "../errors.ts";

/** What kubectl 1.32 and later send reviews as. */
export const KUBERNETES_PROTOBUF = "application/vnd.kubernetes.protobuf";

/** `k8s` and a zero: what every such message begins with. */
const MAGIC = [0x6b, 0x38, 0x73, 0x00] as const;

/** One message as the bytes of its fields by number; of a repeated field the last counts. */
type Fields = ReadonlyMap<number, Uint8Array>;

/** A message of a kind, its body as it was sent. */
export interface KubernetesMessage {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

/**
 * Opens the envelope in which Kubernetes sends protobuf.
 *
 * @throws ResourceError `request_invalid`
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding
 */
export function readEnvelope(bytes: Uint8Array): KubernetesMessage {
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) throw unreadable();
  const envelope = readFields(bytes.subarray(MAGIC.length));
  const typeMeta = readFields(envelope.get(1) ?? new Uint8Array());
  return {
    apiVersion: textOf(typeMeta, 1),
    kind: textOf(typeMeta, 2),
    raw: envelope.get(2) ?? new Uint8Array(),
  };
}

/** @throws ResourceError `request_invalid` for bytes that are no message */
export function readFields(bytes: Uint8Array): Fields {
  const fields = new Map<number, Uint8Array>();
  try {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [number, type] = reader.tag();
      if (type === WireType.LengthDelimited) fields.set(number, reader.bytes());
      else reader.skip(type, number);
    }
  } catch (error) {
    throw unreadable(error);
  }
  return fields;
}

export function messageOf(fields: Fields, number: number): Fields | undefined {
  const bytes = fields.get(number);
  return bytes === undefined ? undefined : readFields(bytes);
}

export function textOf(fields: Fields, number: number): string {
  return Buffer.from(fields.get(number) ?? []).toString("utf8");
}

function unreadable(cause?: unknown): ResourceError {
  return new ResourceError("request_invalid", { detail: "the body is not valid protobuf", cause });
}
