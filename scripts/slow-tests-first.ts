import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Begins with the tests that start whole servers and browsers: a long one that begins last would be waited for alone.
 * Those of single modules, a few milliseconds each, fill the gaps at the end.
 */
export default class SlowTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => this.#turnOf(a) - this.#turnOf(b));
  }

  #turnOf({ moduleId }: TestSpecification): number {
    const path = moduleId.slice(this.ctx.config.root.length);
    if (path.startsWith("/test/")) return 0;
    return path.includes("/test/") ? 1 : 2;
  }
}
