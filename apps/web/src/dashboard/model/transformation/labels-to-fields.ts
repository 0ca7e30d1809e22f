import type { Field, Frame } from "../frame/frame.ts";
import { type JsonObject, textOf, textsOf } from "../json.ts";
import { column, withFields } from "./column.ts";

/**
 * Makes a column of every label (of `keepLabels`, when it names some), or with `mode: rows` a table of labels and
 * their values. `valueLabel` names the label that the value is called by.
 */
export function labelsToFields(frames: readonly Frame[], options: JsonObject): Frame[] {
  const kept = textsOf(options["keepLabels"]);
  const isKept = (label: string) => kept.length === 0 || kept.includes(label);
  return options["mode"] === "rows"
    ? frames.flatMap((frame) => labelRows(frame, isKept))
    : frames.flatMap((frame) => labelColumns(frame, { isKept, valueLabel: textOf(options["valueLabel"]) }));
}

interface Columns {
  readonly isKept: (label: string) => boolean;
  readonly valueLabel: string;
}

/** One frame for every value field, since each has labels of its own. */
function labelColumns(frame: Frame, columns: Columns): Frame[] {
  const labelled = frame.fields.filter(({ labels }) => Object.keys(labels).length > 0);
  if (labelled.length === 0) return [frame];
  const plain = frame.fields.filter((field) => !labelled.includes(field));
  return labelled.map((field) => withFields(frame, [...plain, ...spread(field, frame.length, columns)]));
}

function spread(field: Field, length: number, { isKept, valueLabel }: Columns): Field[] {
  const labels = Object.entries(field.labels).filter(([label]) => isKept(label) && label !== valueLabel);
  const named = field.labels[valueLabel];
  const { displayNameFromDS: _, ...settings } = field.settings;
  return [
    ...labels.map(([label, value]) => column(label, { type: "string", values: Array.from({ length }, () => value) })),
    { ...field, name: named ?? field.name, labels: {}, settings },
  ];
}

function labelRows(frame: Frame, isKept: (label: string) => boolean): Frame[] {
  return frame.fields
    .filter(({ labels }) => Object.keys(labels).length > 0)
    .map((field) => {
      const labels = Object.entries(field.labels).filter(([label]) => isKept(label));
      return withFields(frame, [
        column("label", { type: "string", values: labels.map(([label]) => label) }),
        column("value", { type: "string", values: labels.map(([, value]) => value) }),
      ]);
    });
}
