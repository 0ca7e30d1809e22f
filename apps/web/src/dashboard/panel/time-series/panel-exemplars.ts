import type { PointMark } from "@vedette/chart/core";
import type { DataLink } from "../../model/dashboard-document.ts";
import { type DisplayContext, displayValue } from "../../model/field/display-value.ts";
import type { DisplayFrame } from "../../model/frame/frame.ts";
import { dateTimeText, zoneText } from "../../model/time/time-text.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { dataLinks } from "../data-link.ts";
import { linkNote } from "../link-note.ts";
import type { TooltipContent } from "./tooltip.ts";

/** An exemplar as a chart draws it: one row of a frame. */
export interface PanelExemplar extends PointMark {
  readonly frame: DisplayFrame;
  readonly row: number;
}

export function exemplarsOfFrames(frames: readonly DisplayFrame[]): readonly PanelExemplar[] {
  return frames.flatMap((frame) => {
    const time = frame.fields.find(({ type }) => type === "time")?.values ?? [];
    const value = frame.fields.find(({ type }) => type === "number")?.values ?? [];
    if (frame.isExemplars !== true) return [];
    return Array.from({ length: frame.length }, (_, row) => {
      return { frame, row, time: Number(time[row]), value: Number(value[row]), color: "var(--v-accent)" };
    });
  });
}

/** What is known of an exemplar, and where it leads. */
export function exemplarContent(
  { frame: { fields }, row, time }: PanelExemplar,
  context: DisplayContext,
  links: readonly DataLink[],
): TooltipContent {
  const note = linkNote(links);
  return {
    title: `${dateTimeText(time, context.timeZone)} ${zoneText(time, context.timeZone)}`,
    rows: fields
      .filter(({ type, values }) => type !== "time" && values[row] !== undefined)
      .map((field) => ({ name: field.displayName, value: displayValue(field.values[row], field, context).line })),
    ...(note === undefined ? {} : { note }),
  };
}

/** Of all its labels. */
export function linksOfExemplar(
  { frame: { fields }, row }: PanelExemplar,
  { context, scope }: { readonly context: DisplayContext; readonly scope: Scope },
): readonly DataLink[] {
  return fields
    .filter(({ values }) => values[row] !== undefined)
    .flatMap((column) => {
      const shown = displayValue(column.values[row], column, context);
      return dataLinks(column.settings.links ?? [], { column, row, columns: fields, shown, scope });
    });
}
