import type { Labels } from "../labels/labels.ts";
import type { Matcher } from "../labels/matcher.ts";
import { differenceOf, IdList, type Ids, intersectionOf, NO_IDS, unionOf } from "./id-list.ts";

/** Which series have which value of which label. */
export class LabelIndex {
  readonly #all = new IdList();
  readonly #valuesByName = new Map<string, Map<string, IdList>>();

  /** Adds a series; ids come in rising order. */
  add(id: number, labels: Labels): void {
    this.#all.add(id);
    for (let at = 0; at < labels.length; at += 2) this.#listOf(labels[at] ?? "", labels[at + 1] ?? "").add(id);
  }

  /** Leaves out series that are gone. */
  keep(isKept: (id: number) => boolean): void {
    this.#all.filter(isKept);
    for (const [name, values] of this.#valuesByName) {
      for (const [value, list] of values) {
        list.filter(isKept);
        if (list.size === 0) values.delete(value);
      }
      if (values.size === 0) this.#valuesByName.delete(name);
    }
  }

  get names(): Iterable<string> {
    return this.#valuesByName.keys();
  }

  valuesOf(name: string): Iterable<string> {
    return this.#valuesByName.get(name)?.keys() ?? [];
  }

  /** Names with the number of their values, and values with the number of their series: what `status/tsdb` shows. */
  get counts(): ReadonlyMap<string, ReadonlyMap<string, { readonly size: number }>> {
    return this.#valuesByName;
  }

  /** The series for which all matchers hold. */
  select(matchers: readonly Matcher[]): Ids {
    // A matcher that takes the empty value says which series must not be there, the others say which must.
    const demanding = matchers.filter((matcher) => !matcher.matches(""));
    const lists = demanding.map((matcher) => this.#matching(matcher)).sort((one, other) => one.length - other.length);
    let ids = lists.length === 0 ? this.#all.ids : lists.reduce(intersectionOf);
    for (const matcher of matchers) {
      if (ids.length === 0) return NO_IDS;
      if (matcher.matches("")) ids = differenceOf(ids, this.#contradicting(matcher));
    }
    return ids;
  }

  #matching(matcher: Matcher): Ids {
    const values = this.#valuesByName.get(matcher.name);
    if (values === undefined) return NO_IDS;
    if (matcher.alternatives !== undefined) {
      return unionOf(matcher.alternatives.flatMap((value) => values.get(value)?.ids ?? []));
    }
    return unionOf([...values].flatMap(([value, list]) => (matcher.matches(value) ? [list.ids] : [])));
  }

  #contradicting(matcher: Matcher): Ids {
    const values = this.#valuesByName.get(matcher.name) ?? [];
    return unionOf([...values].flatMap(([value, list]) => (matcher.matches(value) ? [] : [list.ids])));
  }

  #listOf(name: string, value: string): IdList {
    let values = this.#valuesByName.get(name);
    if (values === undefined) {
      values = new Map();
      this.#valuesByName.set(name, values);
    }
    let list = values.get(value);
    if (list === undefined) {
      list = new IdList();
      values.set(value, list);
    }
    return list;
  }
}
