/**
 * Names the tests that passed only when they were run again, with what went wrong the first time. Many tests play with
 * programs that keep their own time (Chromium, window managers, Prometheus, PostgreSQL); a second try keeps one late
 * answer from failing a run, and this list keeps it from being forgotten: an unsteady test is a defect to mend.
 *
 * @implements {import("vitest/node").Reporter}
 */
export default class UnsteadyTests {
  /** @type {string[]} */
  #found = [];

  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky !== true) return;
    const first = test.result().errors?.[0]?.message ?? "no message";
    this.#found.push(`  ${test.module.relativeModuleId} > ${test.fullName}\n    ${first.split("\n")[0]}`);
  }

  onTestRunEnd() {
    if (this.#found.length === 0) return;
    console.log(`\nPassed only at the second try (${this.#found.length}):\n${this.#found.join("\n")}`);
  }
}
