import { type JsonObject, objectOf, objectsOf, textOf } from "../dashboard/model/json.ts";

/** One line for each mapping: `{type, options: {value, result}}` where a document has several values in one. */
export function mappingRows(mappings: unknown): readonly JsonObject[] {
  return objectsOf(mappings).flatMap((mapping): readonly JsonObject[] => {
    if (mapping["type"] !== "value") return [mapping];
    return Object.entries(objectOf(mapping["options"])).map(([value, result]) => ({
      type: "value",
      options: { value, result },
    }));
  });
}

/** The mappings that these lines stand for, in their order. */
export function mappingsOf(rows: readonly JsonObject[]): readonly JsonObject[] {
  return rows.map((row, index) => {
    const { value, ...options } = objectOf(row["options"]);
    const result = { ...objectOf(options["result"]), index };
    return row["type"] === "value"
      ? { type: "value", options: { [textOf(value)]: result } }
      : { ...row, options: { ...options, result } };
  });
}

/** A line that was just said to be for something else: special values are those that its list begins with. */
export function withKindSaid(row: JsonObject): JsonObject {
  const options = objectOf(row["options"]);
  const isUnsaid = row["type"] === "special" && options["match"] === undefined;
  return isUnsaid ? { ...row, options: { ...options, match: "null" } } : row;
}
