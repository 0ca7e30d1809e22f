import { proxyOf } from "../../api/data-source-proxy.ts";
import type { DataSource } from "../../api/data-sources.ts";
import { dashboardMessages } from "../messages.ts";
import type { DataSourceRef } from "../model/dashboard-document.ts";
import { interpolate, type Scope } from "../model/variable/interpolate.ts";

/** Where the queries of a panel go. */
export type QueryTarget =
  | {
      readonly kind: "prometheus";
      readonly base: string;
      readonly name: string;
      /** How often it scrapes, as written; empty where it does not say. */
      readonly timeInterval: string;
      readonly notice: string | undefined;
    }
  /** The results of another panel. */
  | { readonly kind: "dashboard" }
  | { readonly kind: "mixed" }
  | { readonly kind: "none"; readonly reason: string };

/**
 * Finds the data source that a reference means: by uid or name, by variable, or the default one. What a document
 * of another place names and nobody here knows falls to the default one, with a notice.
 */
export function findDataSource(ref: DataSourceRef, sources: readonly DataSource[], scope: Scope): QueryTarget {
  const uid = interpolate(ref.uid ?? "", scope).trim();
  if (uid === "-- Mixed --") return { kind: "mixed" };
  if (uid === "-- Dashboard --") return { kind: "dashboard" };
  const type = interpolate(ref.type ?? "", scope);
  const known = sources.find((source) => source.uid === uid) ?? sources.find((source) => source.name === uid);
  if (known !== undefined) return prometheusAt(known);
  if (!ANSWERS_PROMQL.has(type)) return { kind: "none", reason: dashboardMessages.source.unknownType(type) };
  const otherwise = sources.find(({ isDefault }) => isDefault) ?? sources[0];
  const found = otherwise ?? BUILT_IN;
  const isAsked = uid !== "" && uid !== "default" && !uid.includes("$");
  return prometheusAt(found, isAsked ? dashboardMessages.source.missing(uid, found.name) : undefined);
}

/** Types of data sources that speak PromQL; "" where a document names none. */
const ANSWERS_PROMQL: ReadonlySet<string> = new Set(["", "prometheus", "datasource", "grafana"]);

const BUILT_IN = { uid: "vedette", name: "Vedette" };

function prometheusAt(source: Pick<DataSource, "uid" | "name" | "jsonData">, notice?: string): QueryTarget {
  const { uid, name, jsonData } = source;
  return { kind: "prometheus", base: proxyOf(uid), name, timeInterval: jsonData?.timeInterval ?? "", notice };
}
