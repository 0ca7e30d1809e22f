// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what people write into dashboards
import { expect, it } from "vitest";
import { addVariables, neededVariables } from "./brought-variables.ts";

const CRANE = { name: "crane", type: "query", query: 'label_values(up{quay="${quay:regex}"}, crane)' };
const QUAY = { name: "quay", type: "custom", query: "north,south" };
const UNUSED = { name: "cran", type: "textbox" };

it.each([
  ["$name", { targets: [{ expr: 'up{crane="$crane"}' }] }],
  ["${name:format}", { title: "At ${crane:csv}" }],
  ["[[name]]", { title: "At [[crane]]" }],
  ["what it is repeated over", { repeat: "crane" }],
])("brings what panels name as %s, and what that needs", (_, panel) => {
  expect(neededVariables([panel], [QUAY, CRANE, UNUSED], {})).toEqual([QUAY, CRANE]);
});

it("leaves alone what the dashboard has, and what no panel needs", () => {
  const document = { templating: { list: [{ name: "crane", type: "constant" }] } };

  expect(neededVariables([{ title: "$crane" }], [QUAY, CRANE, UNUSED], document)).toEqual([]);
  expect(neededVariables([{ title: "$cranes, crane" }], [CRANE], {})).toEqual([]);
});

it("are added behind those that are there", () => {
  expect(addVariables({ title: "Locks", templating: { list: [QUAY], enable: true } }, [CRANE])).toEqual({
    title: "Locks",
    templating: { list: [QUAY, CRANE], enable: true },
  });
});
