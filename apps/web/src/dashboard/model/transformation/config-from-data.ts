import { matcherOf } from "../field/matcher.ts";
import { reduceValues } from "../field/reducer.ts";
import type { Frame } from "../frame/frame.ts";
import { isObject, type JsonObject, textOf } from "../json.ts";
import { columnName } from "./column.ts";
import { type Told, toldSettings, useOf } from "./told-settings.ts";

/**
 * Takes settings of fields from the answer to the query `configRefId`, which is not shown beside others: a limit, a
 * unit, thresholds. `applyTo` says of which fields, of all numbers unless given.
 */
export function configFromData(frames: readonly Frame[], options: JsonObject): Frame[] {
  const telling = frames.find(({ refId }) => refId === textOf(options["configRefId"], "config"));
  if (telling === undefined) return [...frames];
  const settings = toldSettings(toldBy(telling, options));
  const asked = options["applyTo"];
  const isMeant = matcherOf(isObject(asked) ? { id: textOf(asked["id"]), options: asked["options"] } : EVERY_NUMBER);
  const shown = frames.length > 1 ? frames.filter((frame) => frame !== telling) : frames;
  return shown.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field) =>
      isMeant(field, frame, shown) ? { ...field, settings: { ...field.settings, ...settings } } : field,
    ),
  }));
}

const EVERY_NUMBER = { id: "numeric", options: undefined };

function toldBy({ fields }: Frame, options: JsonObject): Told[] {
  return fields.flatMap((field) => {
    const { key, reducer, more } = useOf([columnName(field), field.name], options);
    if (key === undefined) return [];
    return [{ key, value: reduceValues(reducer, field.values), all: Array.from(field.values), more }];
  });
}
