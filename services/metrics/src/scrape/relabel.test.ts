// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how Go writes groups
import { describe, expect, it } from "vitest";
import { compileRelabel } from "./relabel.ts";
import type { RelabelConfig } from "./scrape-config.ts";

type LabelSet = Readonly<Record<string, string>>;

/** @returns `undefined` for a dropped set */
function relabelled(labels: LabelSet, config: RelabelConfig): LabelSet | undefined {
  const changed = new Map(Object.entries(labels));
  return compileRelabel(config)(changed) ? Object.fromEntries(changed) : undefined;
}

describe("a relabelling rule", () => {
  const labels = { a: "foo", b: "bar", c: "Baz" };

  it.each<[RelabelConfig, LabelSet | undefined]>([
    [
      { source_labels: ["a"], regex: "f(.*)", target_label: "d", replacement: "ch${1}-ch${1}" },
      { ...labels, d: "choo-choo" },
    ],
    [
      { source_labels: ["a", "b"], regex: "f(.*);(.*)r", target_label: "a", replacement: "b${1}${2}m" },
      { ...labels, a: "boobam" },
    ],
    [{ source_labels: ["a"], regex: "o", target_label: "d" }, labels],
    [
      { source_labels: ["a"], regex: "(f).*", target_label: "${1}x" },
      { ...labels, fx: "f" },
    ],
    [
      { source_labels: ["a"], target_label: "b", replacement: "" },
      { a: "foo", c: "Baz" },
    ],
    [
      { target_label: "d", replacement: "fixed" },
      { ...labels, d: "fixed" },
    ],
    [
      { source_labels: ["none"], target_label: "a" },
      { b: "bar", c: "Baz" },
    ],
    [{ source_labels: ["a"], regex: ".*o.*", action: "drop" }, undefined],
    [{ source_labels: ["a"], regex: "no-match", action: "drop" }, labels],
    [{ source_labels: ["a"], regex: "o", action: "keep" }, undefined],
    [{ source_labels: ["a"], regex: "f|foo", action: "keep" }, labels],
    [{ source_labels: ["a"], target_label: "b", action: "keepequal" }, undefined],
    [{ source_labels: ["a"], target_label: "b", action: "dropequal" }, labels],
    // The numbers of the peer's own tests.
    [
      { source_labels: ["c"], target_label: "d", separator: ";", modulus: 1000, action: "hashmod" },
      { ...labels, d: "976" },
    ],
    [
      { regex: "(b.*)", replacement: "bar_${1}", action: "labelmap" },
      { ...labels, bar_b: "bar" },
    ],
    [{ regex: "[ab]", action: "labeldrop" }, { c: "Baz" }],
    [
      { regex: "[ab]", action: "labelkeep" },
      { a: "foo", b: "bar" },
    ],
    [
      { source_labels: ["c"], target_label: "d", action: "lowercase" },
      { ...labels, d: "baz" },
    ],
    [
      { source_labels: ["c"], target_label: "d", action: "uppercase" },
      { ...labels, d: "BAZ" },
    ],
  ])("%o", (config, expected) => {
    expect(relabelled({ ...labels, ...(config.action === "hashmod" && { c: "baz" }) }, config)).toEqual(
      expected && { ...expected, ...(config.action === "hashmod" && { c: "baz" }) },
    );
  });
});
