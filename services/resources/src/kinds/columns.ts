import { timestamp } from "../objects/version.ts";
import { type Column, isJsonObject, type JsonObject } from "./kind.ts";

const column = (name: string, description: string, cellOf: Column["cellOf"]): Column => ({
  name,
  type: "string",
  format: "",
  description,
  priority: 0,
  cellOf,
});

/** Columns that kinds share. */
export const COLUMNS = {
  name: { ...column("Name", "What the object is called in its address.", ({ name }) => name), format: "name" },
  title: column("Title", "What people call it.", ({ title }) => title),
  folder: column("Folder", "The folder that it lies in; empty at the root.", ({ folder }) => folder),
  createdAt: column("Created At", "When it was made.", ({ created_at }) => timestamp(created_at)),
} as const;

/** A column that only wide tables have. */
export function wide(column: Column): Column {
  return { ...column, priority: 1 };
}

/** A column that shows one text or number of the spec. */
export function specColumn(name: string, description: string, cellOf: (spec: JsonObject) => unknown): Column {
  return {
    ...column(name, description, ({ spec }) => {
      const parsed: unknown = JSON.parse(spec);
      return String(cellOf(isJsonObject(parsed) ? parsed : {}) ?? "");
    }),
    readsSpec: true,
  };
}
