import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Kind } from "../kinds/kind.ts";
import { groupVersionOf } from "./documents.ts";
import type { ServedGroup } from "./groups.ts";
import { type GroupVersionKind, gvkOf, openSpec, type Schema, schemasOf, WRITE_PARAMETERS } from "./schemas.ts";

/** How clients ask for the description in its binary form. */
export const ASKED_PROTOBUF_V2 = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
/** How it is answered: what they ask for is no media type by RFC 9110, and they refuse to read an answer of that type. */
export const PROTOBUF_V2 = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

const refTo = (name: string): string => `#/definitions/${name}`;

interface PatchOperation {
  readonly path: string;
  readonly operationId: string;
  readonly kind: GroupVersionKind;
}

interface Description {
  readonly version: string;
  readonly patches: readonly PatchOperation[];
  readonly definitions: Readonly<Record<string, Schema>>;
}

/** As JSON: GET /openapi/v2 */
export function openApiV2(groups: readonly ServedGroup[], version: string) {
  const { patches, definitions } = describe(groups, version);
  const paths = patches.map(({ path, operationId, kind }) => {
    const parameters = WRITE_PARAMETERS.map((name) => ({ name, in: "query", type: typeOf(name) }));
    const operation = {
      operationId,
      parameters,
      responses: { 200: { description: "OK" } },
      "x-kubernetes-action": "patch",
      "x-kubernetes-group-version-kind": kind,
    };
    return [path, { patch: operation }] as const;
  });
  return { swagger: "2.0", info: { title: "Vedette", version }, paths: Object.fromEntries(paths), definitions };
}

/**
 * The same as a message `openapi.v2.Document`.
 *
 * @see https://github.com/google/gnostic/blob/main/openapiv2/OpenAPIv2.proto
 */
export function openApiV2Protobuf(groups: readonly ServedGroup[], version: string): Uint8Array {
  const { patches, definitions } = describe(groups, version);
  const paths = patches.map((patch): Field => [2, named(patch.path, [[8, patchFields(patch)]])]);
  const schemas = Object.entries(definitions).map(([name, schema]): Field => [1, named(name, schemaFields(schema))]);
  return encode([
    [1, "2.0"],
    [
      2,
      [
        [1, "Vedette"],
        [2, version],
      ],
    ],
    [8, paths],
    [9, schemas],
  ]);
}

function describe(groups: readonly ServedGroup[], version: string): Description {
  const kinds = groups.flatMap((group) => group.kinds);
  const patches = groups.flatMap((group) => group.kinds.map((kind) => patchOf(kind, groupVersionOf(group))));
  return { version, patches, definitions: schemasOf(kinds, refTo, openSpec) };
}

function patchOf(kind: Kind, groupVersion: string): PatchOperation {
  return {
    path: `/apis/${groupVersion}/namespaces/{namespace}/${kind.plural}/{name}`,
    operationId: `patch${kind.kind}`,
    kind: gvkOf(kind),
  };
}

function typeOf(parameter: string): string {
  return parameter === "force" ? "boolean" : "string";
}

/** The number of a field and what it holds: text, truth, or another message. */
type Field = readonly [number, string | boolean | readonly Field[]];

function encode(fields: readonly Field[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, value] of fields) {
    if (typeof value === "boolean") writer.tag(number, WireType.Varint).bool(value);
    else if (typeof value === "string") writer.tag(number, WireType.LengthDelimited).string(value);
    else writer.tag(number, WireType.LengthDelimited).bytes(encode(value));
  }
  return writer.finish();
}

function named(name: string, value: readonly Field[]): Field[] {
  return [
    [1, name],
    [2, value],
  ];
}

function patchFields({ operationId, kind }: PatchOperation): Field[] {
  const parameters = WRITE_PARAMETERS.map((name): Field => {
    const query: Field[] = [
      [2, "query"],
      [4, name],
      [6, typeOf(name)],
    ];
    return [8, [[1, [[2, [[3, query]]]]]]];
  });
  return [[5, operationId], ...parameters, extension(13, "x-kubernetes-action", "patch"), kindExtension(13, kind)];
}

function schemaFields(schema: Schema): Field[] {
  const { $ref, format, description, required = [], type, items, additionalProperties, properties } = schema;
  const kinds = schema["x-kubernetes-group-version-kind"] ?? [];
  return [
    ...($ref === undefined ? [] : [[1, $ref] as Field]),
    ...(format === undefined ? [] : [[2, format] as Field]),
    ...(description === undefined ? [] : [[4, description] as Field]),
    ...required.map((name): Field => [19, name]),
    ...(additionalProperties === undefined ? [] : [[21, [[1, schemaFields(additionalProperties)]]] as Field]),
    ...(type === undefined ? [] : [[22, [[1, type]]] as Field]),
    ...(items === undefined ? [] : [[23, [[1, schemaFields(items)]]] as Field]),
    ...(properties === undefined
      ? []
      : [[25, Object.entries(properties).map(([name, of]): Field => [1, named(name, schemaFields(of))])] as Field]),
    ...kinds.map((kind) => listedKindExtension(31, kind)),
  ];
}

function extension(number: number, name: string, yaml: string): Field {
  return [number, named(name, [[2, yaml]])];
}

function kindExtension(number: number, { group, kind, version }: GroupVersionKind): Field {
  return extension(number, "x-kubernetes-group-version-kind", `group: ${group}\nkind: ${kind}\nversion: ${version}\n`);
}

function listedKindExtension(number: number, { group, kind, version }: GroupVersionKind): Field {
  return extension(
    number,
    "x-kubernetes-group-version-kind",
    `- group: ${group}\n  kind: ${kind}\n  version: ${version}\n`,
  );
}
