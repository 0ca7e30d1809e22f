import { ResourceError } from "../errors.ts";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import { messageOf, readEnvelope, readFields, textOf } from "./protobuf.ts";

/** What somebody asks to be allowed to do: to a resource, or at an address that is none. */
export interface AccessQuestion {
  readonly resource:
    | {
        readonly namespace: string;
        readonly verb: string;
        readonly group: string;
        readonly resource: string;
        readonly subresource: string;
        readonly name: string;
      }
    | undefined;
  readonly address: { readonly path: string; readonly verb: string } | undefined;
}

/** A review as it came: JSON, or the bytes of protobuf. */
export type ReviewBody = { readonly json: unknown } | { readonly protobuf: Uint8Array };

/** Reads a SelfSubjectAccessReview. @throws ResourceError `request_invalid` */
export function readAccessQuestion(body: ReviewBody): AccessQuestion {
  const question = "json" in body ? questionOfJson(body.json) : questionOfProtobuf(body.protobuf);
  if ((question.resource === undefined) === (question.address === undefined)) {
    throw invalid("exactly one of spec.resourceAttributes and spec.nonResourceAttributes must be set");
  }
  return question;
}

/** Reads the namespace of a SelfSubjectRulesReview. @throws ResourceError `request_invalid` */
export function readRulesNamespace(body: ReviewBody): string {
  if ("json" in body) return textMember(specOf(body.json), "namespace");
  const spec = messageOf(rawOf(body.protobuf, "SelfSubjectRulesReview"), 2);
  return spec === undefined ? "" : textOf(spec, 1);
}

/** Checks a SelfSubjectReview, which says nothing. @throws ResourceError `request_invalid` */
export function requireSelfReview(body: ReviewBody): void {
  if ("protobuf" in body) rawOf(body.protobuf, "SelfSubjectReview");
}

function questionOfJson(body: unknown): AccessQuestion {
  const spec = specOf(body);
  const resource = spec["resourceAttributes"];
  const address = spec["nonResourceAttributes"];
  return {
    resource: isJsonObject(resource)
      ? {
          namespace: textMember(resource, "namespace"),
          verb: textMember(resource, "verb"),
          group: textMember(resource, "group"),
          resource: textMember(resource, "resource"),
          subresource: textMember(resource, "subresource"),
          name: textMember(resource, "name"),
        }
      : undefined,
    address: isJsonObject(address)
      ? { path: textMember(address, "path"), verb: textMember(address, "verb") }
      : undefined,
  };
}

function questionOfProtobuf(bytes: Uint8Array): AccessQuestion {
  const spec = messageOf(rawOf(bytes, "SelfSubjectAccessReview"), 2);
  const resource = spec && messageOf(spec, 1);
  const address = spec && messageOf(spec, 2);
  return {
    resource: resource && {
      namespace: textOf(resource, 1),
      verb: textOf(resource, 2),
      group: textOf(resource, 3),
      resource: textOf(resource, 5),
      subresource: textOf(resource, 6),
      name: textOf(resource, 7),
    },
    address: address && { path: textOf(address, 1), verb: textOf(address, 2) },
  };
}

function rawOf(bytes: Uint8Array, wanted: string) {
  const { kind, raw } = readEnvelope(bytes);
  if (kind !== wanted) throw invalid(`the body must be a ${wanted}`);
  return readFields(raw);
}

function specOf(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw invalid("the body must be a JSON object");
  const spec = body["spec"];
  return isJsonObject(spec) ? spec : {};
}

function textMember(members: JsonObject, key: string): string {
  const value = members[key];
  if (value === undefined || value === null) return "";
  if (typeof value === "string" && value.length <= 1024) return value;
  throw invalid(`${key} must be a string`);
}

function invalid(detail: string): ResourceError {
  return new ResourceError("request_invalid", { detail });
}
