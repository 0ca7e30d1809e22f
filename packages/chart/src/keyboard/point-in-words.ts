import type { ECharts } from "echarts/core";
import { componentsOf } from "../event/model.ts";
import type { MouseEventParams } from "../event/mouse-event.ts";

type Point = Pick<MouseEventParams, "seriesIndex" | "seriesName" | "name" | "value" | "encode">;

/** A point for people who hear it: its series, where it stands, and its value. */
export function pointInWords(raw: ECharts, { seriesIndex, seriesName, name, value, encode }: Point): string {
  const [series] = componentsOf(raw, { mainType: "series", index: seriesIndex });
  const text = (one: unknown, at: number) => {
    const side = (["x", "y"] as const).find((dimension) => encode?.[dimension]?.includes(at) === true);
    const [axis] =
      side === undefined
        ? []
        : componentsOf(raw, { mainType: `${side}Axis`, index: series?.get(`${side}AxisIndex`) ?? 0 });
    return textOf(one, axis?.get("type"), axis?.get("data"));
  };
  const values = Array.isArray(value) ? value.map(text) : [textOf(value, undefined, undefined)];
  // The library names a series without a name by its number.
  const own = seriesName?.startsWith("series\0") === true ? "" : seriesName;
  return [...new Set([own, name, ...values])].filter((part) => part !== undefined && part !== "").join(", ");
}

function textOf(value: unknown, axisType: unknown, categories: unknown): string {
  if (value === null || value === undefined) return "";
  if (axisType === "time") return new Date(value as number | string | Date).toLocaleString(); // what such an axis takes
  if (typeof value !== "number") return String(value);
  const category: unknown = axisType === "category" && Array.isArray(categories) ? categories[value] : undefined;
  if (category === undefined) return value.toLocaleString();
  return String(typeof category === "object" && category !== null && "value" in category ? category.value : category);
}
