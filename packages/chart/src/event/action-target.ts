import type { ECharts } from "echarts/core";
import { componentsOf } from "./model.ts";
import { componentMember, type ParsedQuery } from "./query.ts";

type Members = Readonly<Record<string, unknown>>;

/** Events that are about the whole chart. */
const WITHOUT_TARGET: ReadonlySet<string> = new Set(["rendered", "finished", "globalout", "updated"]);

/**
 * Says whether an action was meant for what a query asks for. The library delivers every action event to every
 * handler. What an action says nothing about it addressed altogether.
 */
export function isActionOn(raw: ECharts, params: Members, query: ParsedQuery): boolean {
  if (WITHOUT_TARGET.has(String(params["type"]))) return true;
  return entriesOf(params).some((entry) => isComponentMeant(raw, entry, query) && isItemMeant(entry, query));
}

/** The targets of one event: what some events keep deeper in, the entries of a batch, or the event itself. */
function entriesOf(params: Members): readonly Members[] {
  const deeper = DEEPER[String(params["type"])]?.(params).filter(isMembers) ?? [];
  return deeper.length > 0 ? deeper : batched(params);
}

function batched(payload: unknown): readonly Members[] {
  if (!isMembers(payload)) return [];
  const batch = listOf(payload["batch"]).filter(isMembers);
  return batch.length > 0 ? batch : [payload];
}

/** Where events keep their targets that are neither a batch of them nor one themselves. */
const DEEPER: Readonly<Record<string, (params: Members) => readonly unknown[]>> = {
  /** The selected items, and what selected them. */
  selectchanged: ({ selected, fromActionPayload }) => [...listOf(selected), ...batched(fromActionPayload)],
  /** What each brush has in it. */
  brushselected: ({ batch }) =>
    listOf(batch)
      .filter(isMembers)
      .flatMap(({ selected, ...brush }) => {
        const series = listOf(selected).filter(isMembers);
        return series.length > 0 ? series.map((one) => ({ ...brush, ...one })) : [brush];
      }),
  /** The axes whose breaks changed; those of the action where none did. */
  axisbreakchanged: ({ breaks, fromActionPayload }) =>
    listOf(breaks).length > 0 ? listOf(breaks) : batched(fromActionPayload),
  changeaxisorder: (params) => [{ ...params, [`${params["componentType"]}Id`]: params["axisId"] }],
  /** The item and all axes at once. */
  updateaxispointer: (params) => {
    const axes = listOf(params["axesInfo"]).filter(isMembers);
    const indicesOf = (dim: unknown) => axes.filter(({ axisDim }) => axisDim === dim).map(({ axisIndex }) => axisIndex);
    return [
      { ...params, ...Object.fromEntries(axes.map(({ axisDim }) => [`${axisDim}AxisIndex`, indicesOf(axisDim)])) },
    ];
  },
};

function isComponentMeant(raw: ECharts, entry: Members, query: ParsedQuery): boolean {
  const { mainType } = query;
  if (mainType === undefined) return true;
  const named = { index: entry[`${mainType}Index`], id: entry[`${mainType}Id`], name: entry[`${mainType}Name`] };
  if (Object.values(named).every((value) => value === undefined || value === null)) {
    return asksForComponent(query) || !namesAnother(entry, mainType);
  }
  return componentsOf(raw, { mainType, ...named }).some(
    (component) =>
      asks(query.subType, component.subType) &&
      asks(query.index, component.componentIndex) &&
      asks(query.id, component.id) &&
      asks(query.componentName, component.name),
  );
}

function asksForComponent({ index, id, componentName }: ParsedQuery): boolean {
  return index !== undefined || id !== undefined || componentName !== undefined;
}

/**
 * The action was for a component of another type, as a roaming of a map is when series are asked for. What it leaves
 * empty or leaves out names none: the legend of a pie highlights an item of no named series, whoever is left out.
 */
function namesAnother(entry: Members, mainType: string): boolean {
  const type = entry["componentType"];
  if (typeof type === "string") return type !== mainType;
  return Object.entries(entry).some(
    ([member, value]) => (value ?? undefined) !== undefined && componentMember(member) !== undefined,
  );
}

function isItemMeant(entry: Members, { item }: ParsedQuery): boolean {
  return ["dataIndex", "name", "dataType"].every((member) => {
    const said = entry[member];
    return item[member] === undefined || said === undefined || said === null || listOf(said).includes(item[member]);
  });
}

function asks(asked: unknown, found: unknown): boolean {
  return asked === undefined || asked === found;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
