/**
 * A sum that carries what rounding lost (Neumaier's form), so that the order of many small and large values does not
 * show in the result.
 */
export class KahanSum {
  sum = 0;
  lost = 0;

  add(value: number): void {
    const total = this.sum + value;
    if (!Number.isFinite(total)) this.lost = 0;
    else if (Math.abs(this.sum) >= Math.abs(value)) this.lost += this.sum - total + value;
    else this.lost += value - total + this.sum;
    this.sum = total;
  }

  get total(): number {
    return this.sum + this.lost;
  }
}

/** A mean that stays finite where the sum of its values would not. */
export class KahanMean {
  #count = 0;
  #state = new KahanSum();
  #isIncremental = false;

  add(value: number): void {
    this.#count += 1;
    if (!this.#isIncremental) {
      const { sum, lost } = this.#state;
      this.#state.add(value);
      if (Number.isFinite(this.#state.sum) || this.#count === 1) return;
      this.#goIncremental(sum, lost);
    }
    const share = (this.#count - 1) / this.#count;
    this.#state.sum *= share;
    this.#state.lost *= share;
    this.#state.add(value / this.#count);
  }

  get mean(): number {
    return this.#isIncremental ? this.#state.total : this.#state.sum / this.#count + this.#state.lost / this.#count;
  }

  /** The sum before this value was finite: from here on its mean is carried. */
  #goIncremental(sum: number, lost: number): void {
    const before = this.#count - 1;
    this.#isIncremental = true;
    this.#state.sum = sum / before;
    this.#state.lost = lost / before;
  }
}
