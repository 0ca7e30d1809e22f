import type { Cell } from "../../model/field/reducer.ts";
import type { DisplayFrame } from "../../model/frame/frame.ts";
import { flagOf, type JsonObject, numberOf, objectOf, textOf } from "../../model/json.ts";

export interface Alert {
  /** Unique in the list. */
  readonly key: string;
  readonly name: string;
  readonly state: "firing" | "pending";
  readonly severity: string;
  /** What tells it from others of its name: `pod=a, namespace=b`. */
  readonly labels: string;
  /** Milliseconds since 1970; `undefined` where the data source does not say. */
  readonly since: number | undefined;
}

/** Labels that every alert has, or that are said elsewhere. */
const OWN_LABELS: ReadonlySet<string> = new Set(["__name__", "alertname", "alertstate", "severity"]);

/** What an alert list says where it has no alert. */
export type NoAlerts = "none" | "noRules" | "unknownRules";

/** Without alerting rules nothing fires, which means nothing; a data source may not say whether it has some. */
export function noAlertsOf(frames: readonly DisplayFrame[]): NoAlerts {
  const rules = frames.find(({ isRules }) => isRules === true)?.fields[0]?.values[0];
  if (rules === undefined) return "unknownRules";
  return rules === 0 ? "noRules" : "none";
}

/** The alerts of the answers to `alertQueries`, as the panel's options choose and sort them. */
export function alertsOf(frames: readonly DisplayFrame[], options: JsonObject, write: (text: string) => string) {
  const samples = frames.filter(({ isRules }) => isRules !== true).flatMap(rowsOf);
  const sinceByLabels = new Map(
    samples.flatMap((row) => (row.labels["__name__"] === "ALERTS_FOR_STATE" ? [[identityOf(row), row.value]] : [])),
  );
  const alerts = samples.flatMap((row): Alert[] => {
    const { alertname: name, alertstate: state, severity = "" } = row.labels;
    if (name === undefined || (state !== "firing" && state !== "pending")) return [];
    const key = identityOf(row);
    const seconds = sinceByLabels.get(key);
    return [
      { key, name, state, severity, labels: ownLabels(row), since: seconds === undefined ? undefined : seconds * 1000 },
    ];
  });
  return chosenAlerts(alerts, options, write);
}

interface Row {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

function rowsOf({ fields, length }: DisplayFrame): Row[] {
  const texts = fields.filter(({ type }) => type === "string");
  const value = fields.find(({ type }) => type === "number");
  return Array.from({ length }, (_, row) => ({
    labels: Object.fromEntries(texts.flatMap(({ name, values }) => labelAt(name, values[row]))),
    value: Number(value?.values[row]),
  }));
}

function labelAt(name: string, text: Cell): [string, string][] {
  return typeof text === "string" && text !== "" ? [[name, text]] : [];
}

/** `ALERTS` has one label more than the time at which its alert began. */
function identityOf({ labels }: Row): string {
  const { __name__: _, alertstate: __, ...rest } = labels;
  return JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function ownLabels({ labels }: Row): string {
  return Object.entries(labels)
    .filter(([name]) => !OWN_LABELS.has(name))
    .map(([name, text]) => `${name}=${text}`)
    .join(", ");
}

const MOST = 20;
/** The numbers that documents give the orders; 3, by importance, unless given. */
const ORDERS: ReadonlyMap<number, (a: Alert, b: Alert) => number> = new Map([
  [1, byName],
  [2, (a: Alert, b: Alert) => byName(b, a)],
  [3, byImportance],
  [4, (a: Alert, b: Alert) => (a.since ?? 0) - (b.since ?? 0)],
  [5, (a: Alert, b: Alert) => (b.since ?? 0) - (a.since ?? 0)],
]);

function chosenAlerts(alerts: readonly Alert[], options: JsonObject, write: (text: string) => string) {
  const { firing, pending } = objectOf(options["stateFilter"]);
  const wanted = { firing: flagOf(firing, true), pending: flagOf(pending, true) };
  const part = write(textOf(options["alertName"])).toLowerCase();
  const order = ORDERS.get(numberOf(options["sortOrder"]) ?? 3) ?? byImportance;
  const chosen = alerts
    .filter(({ state, name }) => wanted[state] && name.toLowerCase().includes(part))
    .toSorted((a, b) => order(a, b) || byName(a, b));
  return { alerts: chosen.slice(0, numberOf(options["maxItems"]) ?? MOST), all: chosen.length };
}

function byName(a: Alert, b: Alert): number {
  return a.name.localeCompare(b.name) || a.labels.localeCompare(b.labels);
}

function byImportance(a: Alert, b: Alert): number {
  return Number(a.state === "pending") - Number(b.state === "pending") || rankOf(a) - rankOf(b);
}

const SEVERITIES = ["critical", "error", "warning", "info", "none"];

function rankOf({ severity }: Alert): number {
  const rank = SEVERITIES.indexOf(severity.toLowerCase());
  return rank < 0 ? SEVERITIES.length : rank;
}
