import { dashboardMessages } from "../../messages.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { isObject, type JsonObject, objectsOf, textOf } from "../../model/json.ts";
import type { TableSort } from "./sort-rows.ts";

/** A frame without the columns that its settings hide. */
export function withoutHidden(frame: DisplayFrame): DisplayFrame {
  return { ...frame, fields: frame.fields.filter(({ settings }) => !isHidden(settings.custom ?? {})) };
}

function isHidden({ hidden, hideFrom }: JsonObject): boolean {
  return hidden === true || (isObject(hideFrom) && hideFrom["viz"] === true);
}

const TITLES: ReadonlyMap<string, string> = new Map(Object.entries(dashboardMessages.panel.columns));

/** What a head says: the columns that every answer has are called in the language of the page, unless somebody named them. */
export function columnTitle({ displayName, name }: Pick<DisplayField, "displayName" | "name">): string {
  return displayName === name ? (TITLES.get(name) ?? name) : displayName;
}

/** The order that the options ask for; `undefined` when they name no column of the table. */
export function firstSort(
  options: JsonObject,
  columns: readonly { readonly displayName: string; readonly name: string }[],
): TableSort | undefined {
  const [sort] = objectsOf(options["sortBy"]);
  const name = textOf(sort?.["displayName"]);
  const column = columns.findIndex(({ displayName, name: own }) => displayName === name || own === name);
  return column < 0 ? undefined : { column, isDown: sort?.["desc"] === true };
}
