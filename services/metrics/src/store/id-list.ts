/** Ids of series in rising order. */
export type Ids = Uint32Array;

export const NO_IDS: Ids = new Uint32Array(0);

/** Ids in rising order, most of which are added in that order too. */
export class IdList {
  /** The only id: many values have one series alone, and an array for each would take more than all the rest. */
  #single = 0;
  #ids = NO_IDS;
  #count = 0;

  get ids(): Ids {
    return this.#isSingle ? Uint32Array.of(this.#single) : this.#ids.subarray(0, this.#count);
  }

  get size(): number {
    return this.#count;
  }

  add(id: number): void {
    if (this.#count === 0) {
      this.#single = id;
      this.#count = 1;
      return;
    }
    if (this.#count >= this.#ids.length) this.#grow();
    let at = this.#count;
    while (at > 0 && (this.#ids[at - 1] ?? 0) > id) at -= 1;
    this.#ids.copyWithin(at + 1, at, this.#count);
    this.#ids[at] = id;
    this.#count += 1;
  }

  /** Leaves out ids for which `isKept` is false. */
  filter(isKept: (id: number) => boolean): void {
    const kept = this.ids.filter(isKept);
    this.#count = kept.length;
    this.#single = kept[0] ?? 0;
    // A list that a query holds is never written into.
    this.#ids = kept.length <= 1 ? NO_IDS : kept;
  }

  get #isSingle(): boolean {
    return this.#count === 1 && this.#ids.length === 0;
  }

  #grow(): void {
    const larger = new Uint32Array(Math.max(4, this.#count * 2));
    larger.set(this.ids);
    this.#ids = larger;
  }
}

/** All ids of several lists that have none in common. */
export function unionOf(lists: readonly Ids[]): Ids {
  const [first = NO_IDS, ...others] = lists;
  if (others.length === 0) return first;
  const union = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    union.set(list, at);
    at += list.length;
  }
  return union.sort();
}

/** The ids that both lists have. */
export function intersectionOf(one: Ids, other: Ids): Ids {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const found = new Uint32Array(short.length);
  let count = 0;
  let at = 0;
  for (const id of short) {
    while (at < long.length && (long[at] ?? 0) < id) at += 1;
    if (long[at] !== id) continue;
    found[count] = id;
    count += 1;
  }
  return found.subarray(0, count);
}

/** The ids of the first list that the second does not have. */
export function differenceOf(one: Ids, other: Ids): Ids {
  let at = 0;
  return one.filter((id) => {
    while (at < other.length && (other[at] ?? 0) < id) at += 1;
    return other[at] !== id;
  });
}
