import { expressionQuery } from "@vedette/client/expression-query";
import { parseVariableQuery } from "@vedette/client/variable-query";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import {
  type KnownSource,
  meantSources,
  namesSource,
  readSourceRef,
  type SourceRef,
  sourceVariable,
} from "./dashboard-sources.ts";
import { type QueryTemplate, readTemplate, type Work } from "./query-template.ts";
import { savedMatchers, withoutMatchers } from "./saved-filters.ts";

/** What the pages of one dashboard may ask one data source, or several of which one is chosen. */
export interface SourceQueries {
  /** The uids of the data sources that are meant, of those that may be asked. */
  meant(sources: readonly KnownSource[]): ReadonlySet<string>;
  /** Queries of panels, annotations and variables. */
  readonly queries: readonly QueryTemplate[];
  /** Selectors of variables that list series. */
  readonly series: readonly QueryTemplate[];
  readonly labelValues: readonly { readonly label: QueryTemplate; readonly selector: QueryTemplate | undefined }[];
  /** A variable lists the names of labels. */
  readonly listsLabels: boolean;
}

/** Values of one variable that may stand in a query; those beyond have to be single words. */
const MOST_VALUES = 500;
/** Different references to data sources in one dashboard; what goes to those beyond is not asked. */
const MOST_REFERENCES = 100;
/** Letters of all expressions of one dashboard once they are put together; what is beyond is not asked. */
const MOST_EXPRESSION_LETTERS = 1024 * 1024;
/** What an expression counts beside its letters: one that comes to nothing has taken time too. */
const EXPRESSION_LETTERS = 500;
/** As deep as documents may be. */
const MAX_DEPTH = 64;

/** Collects every query that stands in a dashboard, of whatever age its form is, by the data source that it goes to. */
export function readDashboardQueries(spec: JsonObject): readonly SourceQueries[] {
  const variables = variablesOf(spec);
  const valuesByName = new Map(variables.map((variable) => [String(variable["name"]), valuesOf(variable)]));
  const choices = new Map(
    variables.map((variable) => {
      const name = String(variable["name"]);
      return [name, sourceVariable(variable, valuesByName.get(name) ?? [])];
    }),
  );
  const template = (text: string) => readTemplate(text, (name) => valuesByName.get(name) ?? []);
  const narrowable = narrowing(template, savedMatchers(variables));
  const room: Room = { letters: MOST_EXPRESSION_LETTERS };
  const asked = [
    ...panelQuestions(spec, room, 0),
    ...annotationQuestions(spec),
    ...variables.flatMap(variableQuestions),
  ];
  const named = Map.groupBy(asked, ({ source }) => JSON.stringify([source.uid, source.type]));
  return [...named.values()].slice(0, MOST_REFERENCES).map((questions) => {
    const calls = [...new Map(questions.map(({ call }) => [JSON.stringify(call), call])).values()];
    const source = questions[0]?.source ?? { uid: "", type: "" };
    return {
      meant: (sources) => meantSources(source, choices, sources),
      queries: calls.flatMap((call) => (call.kind === "query" ? [narrowable(call.text)] : [])),
      series: calls.flatMap((call) => (call.kind === "series" ? [template(call.text)] : [])),
      labelValues: calls.flatMap((call) =>
        call.kind === "values"
          ? [{ label: template(call.label), selector: call.selector === "" ? undefined : template(call.selector) }]
          : [],
      ),
      listsLabels: calls.some(({ kind }) => kind === "labels"),
    };
  });
}

/** One thing that a dashboard asks, and of what. */
interface Question {
  readonly source: SourceRef;
  readonly call: Call;
}

/** A query as it is written, or narrowed by the filters that the dashboard was saved with. */
function narrowing(
  template: (text: string) => QueryTemplate,
  matchers: readonly string[],
): (text: string) => QueryTemplate {
  if (matchers.length === 0) return template;
  // All queries of a dashboard are compared with one question before the next one comes.
  let last = { asked: "", plain: "" };
  const plainOf = (asked: string, work: Work | undefined): string | undefined => {
    if (last.asked === asked) return last.plain;
    if (work?.spend(asked.length * matchers.length) === false) return undefined;
    last = { asked, plain: withoutMatchers(asked, matchers) };
    return last.plain;
  };
  return (text) => {
    const written = template(text);
    const plain = template(withoutMatchers(text, []));
    return {
      fits(asked, work) {
        if (written.fits(asked, work)) return true;
        const bare = plainOf(asked, work);
        return bare !== undefined && plain.fits(bare, work);
      },
    };
  };
}

type Call =
  /** A data source that can be chosen, whether or not something is asked of it. */
  | { readonly kind: "choice" }
  | { readonly kind: "query" | "series"; readonly text: string }
  | { readonly kind: "values"; readonly label: string; readonly selector: string }
  | { readonly kind: "labels" };

function readCall(text: string): Call {
  const query = parseVariableQuery(text);
  switch (query.kind) {
    case "query result":
      return { kind: "query", text: query.expr };
    case "label names":
      return { kind: "labels" };
    case "metrics":
      return { kind: "values", label: "__name__", selector: "" };
    case "series":
      return { kind: "series", text };
    case "label values":
      return { kind: "values", label: query.label, selector: query.selector ?? "" };
  }
}

function variablesOf({ templating }: JsonObject): JsonObject[] {
  const list = isJsonObject(templating) ? templating["list"] : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** What a variable asks by: as text, in an object, or as older servers kept it; and what one of data sources offers. */
function variableQuestions({ type, name, query, definition, datasource }: JsonObject): Question[] {
  if (type === "datasource") return [{ source: { uid: `\${${String(name)}}`, type: "-" }, call: { kind: "choice" } }];
  if (type !== undefined && type !== "query") return [];
  const inner = isJsonObject(query) ? query["query"] : query;
  const source = readSourceRef(datasource);
  return [...new Set(textsIn([inner, definition]))].map((text) => ({ source, call: readCall(text) }));
}

/** Values that a dashboard holds for one of its variables. */
function valuesOf({ query, allValue, current, options }: JsonObject): string[] {
  const choices = [current, ...(Array.isArray(options) ? options : [])].filter(isJsonObject);
  const listed = typeof query === "string" ? [query, ...query.split(/(?<!\\),/)] : [];
  const pairs = listed.flatMap((text) => text.split(/\s:\s/).slice(1));
  const texts = textsIn([allValue, ...listed, ...pairs, ...choices.flatMap(({ value }) => value)]);
  return [...new Set(texts.map((text) => text.trim()))].slice(0, MOST_VALUES);
}

function textsIn(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string").filter((text) => text.trim() !== "");
}

/** What is left for expressions: a few letters in a dashboard can stand for thousands. */
interface Room {
  letters: number;
}

/** What panels ask, wherever they stand: whatever has targets is one, and lists of alerts, which have none. */
function panelQuestions(value: unknown, room: Room, depth: number): Question[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((one) => panelQuestions(one, room, depth + 1));
  if (!isJsonObject(value)) return [];
  const own = readSourceRef(value["datasource"]);
  const alerts = value["type"] === "alertlist" ? alertExpressions(value["options"]) : [];
  return [
    ...targetsOf(value).flatMap((target, _, targets) => targetQuestions(target, targets, { own, room })),
    ...questions(namesSource(own) ? own : readSourceRef(undefined), alerts),
    ...Object.values(value).flatMap((inner) => panelQuestions(inner, room, depth + 1)),
  ];
}

/** A query, or as the page asks it an expression over others of its panel. */
function targetQuestions(
  target: JsonObject,
  targets: readonly JsonObject[],
  { own, room }: { readonly own: SourceRef; readonly room: Room },
): Question[] {
  const sourceOf = ({ datasource }: JsonObject) => (namesSource(own) ? own : readSourceRef(datasource));
  const expression = room.letters > 0 ? expressionQuery(target, targets) : undefined;
  if (expression === undefined) return questions(sourceOf(target), [target["expr"]]);
  room.letters -= EXPRESSION_LETTERS + (expression.kind === "query" ? expression.expr.length : 0);
  if (expression.kind === "unsaid" || expression.asked[0] === undefined) return [];
  return questions(sourceOf(expression.asked[0]), [expression.expr]);
}

function targetsOf({ targets }: JsonObject): JsonObject[] {
  return Array.isArray(targets) ? targets.filter(isJsonObject) : [];
}

function annotationQuestions({ annotations }: JsonObject): Question[] {
  const list = isJsonObject(annotations) ? annotations["list"] : undefined;
  return (Array.isArray(list) ? list.filter(isJsonObject) : []).flatMap(({ datasource, expr, target }) =>
    questions(readSourceRef(datasource), [expr, isJsonObject(target) ? target["expr"] : undefined]),
  );
}

function questions(source: SourceRef, texts: readonly unknown[]): Question[] {
  return textsIn(texts).map((text) => ({ source, call: { kind: "query", text } }));
}

/** As the page asks: the alerts that its filter of labels leaves, and since when they are. */
function alertExpressions(options: unknown): string[] {
  const filter = isJsonObject(options) ? options["alertInstanceLabelFilter"] : undefined;
  const trimmed = typeof filter === "string" ? filter.trim() : "";
  const labels = trimmed === "" || trimmed.startsWith("{") ? trimmed : `{${trimmed}}`;
  return [`ALERTS${labels}`, `ALERTS_FOR_STATE${labels}`];
}
