import { type Annotation, listAnnotations, listTaggedAnnotations } from "../../api/annotations.ts";
import { panelQueries } from "../data/panel-queries.ts";
import type { PrometheusCall } from "../data/prometheus-call.ts";
import { questionKey, taggedKey, withRecording } from "../data/recording.ts";
import type { Tagged } from "../data/use-annotations.ts";
import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from "../model/json.ts";
import { layoutDashboard } from "../model/layout.ts";
import { migrateToShow } from "../model/migrate.ts";
import { readAnnotation, readDashboard } from "../model/read-dashboard.ts";
import { fixedRange } from "../model/time/time-range.ts";
import { readFilter } from "../model/variable/ad-hoc.ts";
import { dashboardBuiltIns } from "../model/variable/built-in.ts";
import { repeatedValues, type VariableValue } from "../model/variable/variable-value.ts";
import { scopeOfCopy } from "../panel/panel-scope.ts";
import type { Session } from "../view/use-session.ts";

/** Points of each series: enough for the width of a page, and the same wherever the snapshot is looked at. */
const POINTS = 400;
/** Whoever looks at a snapshot later, nobody of them has asked its questions. */
export const NOBODY = { login: "", email: "", uid: "" };

/**
 * A dashboard as somebody sees it now: the document at a fixed time with its variables as they are chosen, and what
 * every question of its panels and events is answered, and what people said happened, without who said it. What is not
 * answered stays out.
 */
export async function takeSnapshot(
  { document, uid, session }: { readonly document: unknown; readonly uid: string; readonly session: Session },
  signal: AbortSignal,
): Promise<JsonObject> {
  const frozen = frozenDocument(migrateToShow(document), session);
  const dashboard = readDashboard(frozen);
  const { span, timeZone, clock, sources = [] } = session;
  const builtIn = new Map(dashboardBuiltIns({ span, timeZone, title: dashboard.title, user: NOBODY }));
  const scope = { ...session.scope, builtIn };
  const answers = new Map<string, unknown>();
  const ask = async (call: PrometheusCall) => {
    const key = questionKey(call);
    const { data } = await session.ask(call, signal);
    answers.set(key, data);
    return data;
  };
  const panels = dashboard.panels.flatMap((panel) => (panel.kind === "row" ? panel.panels : [panel]));
  const valuesOf = (name: string) => repeatedValues(scope.variables.get(name));
  const calls = layoutDashboard(dashboard.panels, { valuesOf, isCollapsed: () => false }).items.flatMap((item) => {
    if (item.kind !== "panel") return [];
    const own = scopeOfCopy(scope, item.scoped);
    return panelQueries(item.panel, { span, clock, sources, scope: own, panels, width: POINTS }).queries.flatMap(
      ({ call, wider }) => (wider === undefined ? [call] : [call, wider.call]),
    );
  });
  const { loadAnnotation } = await import("../data/load-annotations.ts");
  const events = dashboard.annotations.filter(({ expr }) => expr !== "");
  const withoutAuthors = unnamed();
  const tagged = new Map<string, readonly Annotation[]>();
  const askTagged = async (asked: Tagged) => {
    tagged.set(taggedKey(asked), withoutAuthors(await listTaggedAnnotations(asked, span, signal)));
  };
  const [said] = await Promise.allSettled([
    listAnnotations(uid, span, signal),
    ...calls.map(ask),
    ...events.map((query) => loadAnnotation(query, { span, sources, scope, ask })),
    ...dashboard.annotations.flatMap(({ tagged: asked }) => (asked === undefined ? [] : askTagged(asked))),
  ]);
  signal.throwIfAborted();
  const annotations = withoutAuthors(said.status === "fulfilled" ? said.value : []);
  return withRecording(frozen, { sources, answers, annotations, tagged });
}

/** What was said, without who said it: only that the same was found twice is still known, so that it is drawn once. */
function unnamed(): (said: readonly Annotation[]) => readonly Annotation[] {
  const numbers = new Map<number, number>();
  return (said) =>
    said.map(({ id: known, ...one }) => {
      const id = numbers.get(known) ?? numbers.size + 1;
      numbers.set(known, id);
      return { ...one, id, login: "" };
    });
}

function frozenDocument(document: JsonObject, { span, timeZone, scope, isAnnotationOn }: Session): JsonObject {
  const templating = objectOf(document["templating"]);
  const list = objectsOf(templating["list"]).map((variable) => {
    const value = scope.variables.get(textOf(variable["name"]));
    return value === undefined ? variable : frozenVariable(variable, value);
  });
  const annotations = objectOf(document["annotations"]);
  const events = objectsOf(annotations["list"]).map((one) => ({ ...one, enable: isAnnotationOn(readAnnotation(one)) }));
  return {
    ...document,
    annotations: { ...annotations, list: events },
    time: fixedRange(span),
    timezone: timeZone,
    refresh: "",
    editable: false,
    timepicker: { ...objectOf(document["timepicker"]), nowDelay: "" },
    templating: { ...templating, list },
    panels: objectsOf(document["panels"]).map(frozenPanel),
  };
}

/** A variable that asks nobody for its values. */
function frozenVariable(variable: JsonObject, { chosen, options, variable: { type } }: VariableValue): JsonObject {
  const current = { value: chosen, text: chosen.map((one) => options.find(({ value }) => value === one)?.text ?? one) };
  if (type === "adhoc") return { ...variable, filters: chosen.flatMap(savedFilterOf) };
  if (type !== "query" && type !== "datasource") return { ...variable, current };
  return { ...variable, type: "snapshot", current, options };
}

/** As documents have it. */
function savedFilterOf(text: string): JsonObject[] {
  const filter = readFilter(text);
  if (filter === undefined) return [];
  const { key, operator, values } = filter;
  return [{ key, operator, value: values[0] ?? "", ...(values.length > 1 && { values }) }];
}

/** The distance of points must not depend on the width of the window that the snapshot is looked at in. */
function frozenPanel(panel: JsonObject): JsonObject {
  return {
    ...panel,
    maxDataPoints: Math.min(POINTS, numberOf(panel["maxDataPoints"]) ?? POINTS),
    ...(panel["panels"] === undefined ? {} : { panels: objectsOf(panel["panels"]).map(frozenPanel) }),
  };
}
