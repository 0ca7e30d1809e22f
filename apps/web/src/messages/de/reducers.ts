import type { REDUCER_NAMES } from "../../dashboard/model/field/reducer.ts";
import type { Translation } from "../translated.ts";

/** German for what is made of many values. */
export const reducersTexts: Translation<typeof REDUCER_NAMES> = {
  lastNotNull: "Zuletzt",
  last: "Zuletzt",
  firstNotNull: "Zuerst",
  first: "Zuerst",
  min: "Kleinster",
  max: "Größter",
  mean: "Mittel",
  median: "Median",
  sum: "Summe",
  count: "Anzahl",
  countAll: "Anzahl aller",
  range: "Spanne",
  delta: "Zuwachs",
  step: "Schritt",
  diff: "Unterschied",
  diffperc: "Unterschied %",
  variance: "Varianz",
  stdDev: "Streuung",
  logmin: "Kleinster (über null)",
  changeCount: "Änderungen",
  distinctCount: "Verschiedene",
  allValues: "Alle Werte",
  uniqueValues: "Alle verschiedenen",
};
