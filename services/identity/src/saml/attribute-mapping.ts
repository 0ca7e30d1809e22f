import { type Static, Type } from "typebox";

const Name = Type.String({ maxLength: 1024 });

/** Which attributes of an identity provider become which claims. */
export const AttributeMapping = Type.Object({
  keys: Type.Optional(
    Type.Record(
      Type.String({ maxLength: 255 }),
      Type.Object({
        name: Type.Optional(Name),
        names: Type.Optional(Type.Array(Name, { maxItems: 50 })),
        default: Type.Optional(Type.Unknown()),
        array: Type.Optional(Type.Boolean()),
      }),
      { maxProperties: 100 },
    ),
  ),
});

export type AttributeMapping = Static<typeof AttributeMapping>;
