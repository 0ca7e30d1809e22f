import { position } from "../promql/parse-error.ts";
import type { Span } from "../promql/syntax.ts";

/** What a query's answer tells besides its result, each text once. */
export class Notes {
  readonly #query: string;
  readonly #warnings = new Set<string>();
  readonly #infos = new Set<string>();

  constructor(query: string) {
    this.#query = query;
  }

  /** Something is probably wrong with the result. */
  warn(text: string, { start }: Span): void {
    this.#warnings.add(`PromQL warning: ${text} (${position(this.#query, start)})`);
  }

  /** Something may be wrong with the query. */
  inform(text: string, { start }: Span): void {
    this.#infos.add(`PromQL info: ${text} (${position(this.#query, start)})`);
  }

  get warnings(): string[] {
    return [...this.#warnings];
  }

  get infos(): string[] {
    return [...this.#infos];
  }
}
