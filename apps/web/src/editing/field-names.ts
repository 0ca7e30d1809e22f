import { displayFrames } from "../dashboard/model/field/display-frames.ts";
import { type Frame, isApart } from "../dashboard/model/frame/frame.ts";
import type { JsonObject } from "../dashboard/model/json.ts";
import { readPanels } from "../dashboard/model/read-panel.ts";
import { transformFrames } from "../dashboard/model/transform.ts";
import { columnName } from "../dashboard/model/transformation/column.ts";

/** What the fields are called that a transformation of a panel is given. @param at - in their order */
export function namesBefore(answered: readonly Frame[], panel: JsonObject, at: number): readonly string[] {
  return namesOf(transformed(answered, panel, at).map(({ fields }) => fields.map(columnName)));
}

/** What the fields are called that a panel draws, before its overrides rename some. */
export function drawnNames(answered: readonly Frame[], panel: JsonObject): readonly string[] {
  const frames = displayFrames(transformed(answered, panel), { defaults: {}, overrides: [] }, asWritten);
  return namesOf(frames.map(({ fields }) => fields.map(({ displayName }) => displayName)));
}

function transformed(answered: readonly Frame[], panel: JsonObject, to?: number): readonly Frame[] {
  const [read] = readPanels([panel]);
  if (read?.kind !== "panel") return [];
  const series = answered.filter((frame) => !isApart(frame));
  return transformFrames(series, read.transformations.slice(0, to), asWritten).frames;
}

const asWritten = (text: string) => text;

function namesOf(names: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(names.flat())];
}
