import { writeFileSync } from "node:fs";

/**
 * How the tests of one file ended.
 *
 * @typedef {object} FileOutcome
 * @property {number} passed
 * @property {string[]} failures what failed, and the first line of why: tests, set-ups, errors that nobody caught
 */

/**
 * Writes how every file ended to the path in `TEST_OUTCOME`, as `{ [path of the file]: FileOutcome }`. What belongs to
 * no file stands under "": an error that nobody caught, too, which may come from a file that ended before in the same
 * process.
 *
 * @implements {import("vitest/node").Reporter}
 */
export default class TestOutcome {
  /** @type {import("vitest/node").Reporter["onTestRunEnd"]} */
  onTestRunEnd(modules, unhandledErrors, reason) {
    /** @type {Record<string, FileOutcome>} */
    const files = Object.fromEntries(modules.map((module) => [module.moduleId, outcomeOf(module)]));
    const failures = unhandledErrors.map((error) => `nobody caught: ${firstLine(error)}`);
    if (reason === "interrupted") failures.push("the run was interrupted");
    writeFileSync(process.env["TEST_OUTCOME"] ?? "", JSON.stringify({ ...files, "": { passed: 0, failures } }));
  }
}

/**
 * @param {import("vitest/node").TestModule} module
 * @returns {FileOutcome}
 */
function outcomeOf(module) {
  const tests = [...module.children.allTests()];
  const suites = [module, ...module.children.allSuites()];
  return {
    passed: tests.filter((test) => test.result().state === "passed").length,
    failures: [
      ...suites.flatMap((suite) => suite.errors().map((error) => `set-up: ${firstLine(error)}`)),
      ...tests
        .filter((test) => test.result().state === "failed")
        .map((test) => `${test.fullName}: ${firstLine(test.result().errors?.[0])}`),
    ],
  };
}

/** @param {{ readonly message: string } | undefined} error */
function firstLine(error) {
  return error?.message.split("\n")[0] ?? "no message";
}
