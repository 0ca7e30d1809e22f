import { translated } from "../../messages/translated.ts";
import { REDUCER_NAMES, reducerName } from "../model/field/reducer.ts";

const titles = translated("reducers", REDUCER_NAMES);

/** The head of a column of a legend, for people: it may be read in their language, as nothing refers to it by name. */
export function reducerTitle(id: string): string {
  const byId: Readonly<Record<string, string>> = titles;
  return byId[id] ?? reducerName(id);
}
