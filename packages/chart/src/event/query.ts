/** Components that a query may name. */
const MAIN_TYPES = [
  "series",
  "xAxis",
  "yAxis",
  "radiusAxis",
  "angleAxis",
  "singleAxis",
  "parallelAxis",
  "parallel",
  "polar",
  "radar",
  "grid",
  "geo",
  "calendar",
  "matrix",
  "title",
  "legend",
  "graphic",
  "timeline",
  "timeLine",
  "dataZoom",
  "visualMap",
  "brush",
  "toolbox",
] as const;

type MainType = (typeof MAIN_TYPES)[number];

type ComponentQuery = {
  readonly [Type in MainType as `${Type}Index`]?: number | null | undefined;
} & {
  readonly [Type in MainType as `${Type}Name` | `${Type}Id`]?: string | null | undefined;
};

/** Members are combined by AND; one that is missing, `undefined` or `null` asks nothing. */
export interface ObjectQuery extends ComponentQuery {
  /** Index in the data as they were given. */
  readonly dataIndex?: number | null | undefined;
  readonly name?: string | null | undefined;
  readonly dataType?: string | null | undefined;
  /** Name of the element hit, or of a group around it; of custom series only. */
  readonly element?: string | null | undefined;
}

/**
 * Which source an event must have: `mainType`, `mainType.subType`, or an object.
 *
 * @see spec 3, Chart event API
 */
export type ChartQuery = MainType | `${MainType}.${string}` | ObjectQuery;

/** A query as it is compared. */
export interface ParsedQuery {
  readonly mainType: string | undefined;
  readonly subType: string | undefined;
  readonly index: unknown;
  readonly id: unknown;
  readonly componentName: unknown;
  /** The members that are about an item. */
  readonly item: Readonly<Record<string, unknown>>;
  /** As the library wants it. */
  readonly given: string | Readonly<Record<string, unknown>>;
  /** Equal for queries that ask the same. */
  readonly key: string;
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(MAIN_TYPES);
const ITEM_MEMBERS: ReadonlySet<string> = new Set(["dataIndex", "name", "dataType", "element"]);

/**
 * Reads a query.
 *
 * @throws TypeError for a member that no query has, and for two components in one query: the library passes over the
 *   first and takes the last of the second without a word
 */
export function parseQuery(query: ChartQuery): ParsedQuery {
  return typeof query === "string" ? parseText(query) : parseObject(query);
}

function parseText(text: string): ParsedQuery {
  const given = text.replace(/^timeLine(?=\.|$)/, "timeline");
  const [mainType, subType] = given.split(".", 2);
  return { ...NOTHING, mainType, subType, given, key: given };
}

const NOTHING = {
  mainType: undefined,
  subType: undefined,
  index: undefined,
  id: undefined,
  componentName: undefined,
  item: {},
};

function parseObject(query: ObjectQuery): ParsedQuery {
  const members = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const item = members.filter(([member]) => ITEM_MEMBERS.has(member));
  const component = members
    .filter(([member]) => !ITEM_MEMBERS.has(member))
    .map(([member, value]) => {
      const known = componentMember(member);
      if (known === undefined) throw new TypeError(`A query has no member "${member}".`);
      return { ...known, value };
    });
  const mainTypes = new Set(component.map(({ mainType }) => mainType));
  if (mainTypes.size > 1)
    throw new TypeError(`A query is about one component, not about ${[...mainTypes].join(" and ")}.`);
  const [mainType] = mainTypes;
  const asked = (key: string) => component.find((member) => member.key === key)?.value;
  const given = Object.fromEntries([
    ...component.map(({ mainType: type, key, value }) => [`${type}${key}`, value] as const),
    ...item,
  ]);
  return {
    mainType,
    subType: undefined,
    index: asked("Index"),
    id: asked("Id"),
    componentName: asked("Name"),
    item: Object.fromEntries(item),
    given,
    key: JSON.stringify(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Which component a member like `xAxisIndex` is about, and what of it; nothing where it is about none. */
export function componentMember(member: string): { readonly mainType: string; readonly key: string } | undefined {
  const [, type = "", key = ""] = /^(.+)(Index|Name|Id)$/.exec(member) ?? [];
  if (!KNOWN_TYPES.has(type)) return undefined;
  return { mainType: type === "timeLine" ? "timeline" : type, key };
}
