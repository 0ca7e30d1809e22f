import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareFields, firstOwner, type OwnedPart, updateOwners } from "./managed-fields.ts";

const by = (name: string) => ({ name, apiVersion: "dashboard.vedette.app/v1", time: "2026-03-01T12:00:00Z" });
const anObject = (spec: Record<string, unknown>, labels: Record<string, string> = {}): OwnedPart => ({
  labels,
  annotations: {},
  spec,
});
const change = (before: OwnedPart, after: OwnedPart, name: string, owners = firstOwner(before, by("ada"))) =>
  updateOwners(owners, compareFields(before, after), by(name));
const fieldsBy = (owners: ReturnType<typeof firstOwner>) =>
  Object.fromEntries(owners.map(({ manager, fieldsV1 }) => [manager, fieldsV1]));

describe("the managed fields", () => {
  it("of a new object belong to its maker; lists count as one field", () => {
    const made = firstOwner(
      anObject({ title: "x", panels: [{ id: 1 }], time: { from: "a" } }, { team: "b" }),
      by("ada"),
    );

    expect(made).toEqual([
      {
        manager: "ada",
        operation: "Update",
        apiVersion: "dashboard.vedette.app/v1",
        time: "2026-03-01T12:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: {
          "f:metadata": { "f:labels": { ".": {}, "f:team": {} } },
          "f:spec": { ".": {}, "f:title": {}, "f:panels": {}, "f:time": { ".": {}, "f:from": {} } },
        },
      },
    ]);
  });

  it("that somebody changes become theirs, and nobody else's", () => {
    const owners = change(anObject({ a: 1, b: 1 }), anObject({ a: 1, b: 2, c: 3 }), "bob");

    expect(fieldsBy(owners)).toEqual({
      ada: { "f:spec": { ".": {}, "f:a": {} } },
      bob: { "f:spec": { "f:b": {}, "f:c": {} } },
    });
  });

  it("that are removed belong to nobody, and who owns nothing any more is left out", () => {
    const first = anObject({ a: 1 });
    const second = anObject({ a: 1, b: 1 });
    const owners = change(first, second, "bob");

    expect(fieldsBy(change(second, first, "ada", owners))).toEqual({ ada: { "f:spec": { ".": {}, "f:a": {} } } });
  });

  it("whose paths are longer than what they lead to are counted as one", () => {
    const made = firstOwner(anObject({ ["k".repeat(100_000)]: { a: 1, b: 1, c: 1 } }), by("ada"));

    expect(fieldsBy(made)).toEqual({ ada: { "f:spec": {} } });
  });

  it("are known of every label, however many there are", () => {
    const labels = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`l${index}`, "a"]));
    const { set } = compareFields(anObject({}, labels), anObject({}, { ...labels, l2999: "b" }));

    expect([...set]).toEqual(['["f:metadata","f:labels","f:l2999"]']);
  });

  it("stay as they are when nothing changes, whatever the order of keys", () => {
    const owners = firstOwner(anObject({ a: 1, b: { c: 1, d: 2 } }), by("ada"));
    const changes = compareFields(anObject({ a: 1, b: { c: 1, d: 2 } }), anObject({ b: { d: 2, c: 1 }, a: 1 }));

    expect(changes).toEqual({ set: new Set(), removed: new Set(), isSpecDifferent: false });
    expect(updateOwners(owners, changes, by("bob"))).toEqual(owners);
  });

  it("follow a value that becomes a map, and back", () => {
    const [value, map] = [anObject({ a: 1 }), anObject({ a: { b: 1 } })];

    expect(fieldsBy(change(value, map, "bob"))["bob"]).toEqual({ "f:spec": { "f:a": { ".": {}, "f:b": {} } } });
    expect(fieldsBy(change(map, value, "bob"))["bob"]).toEqual({ "f:spec": { "f:a": {} } });
  });

  it("do not tell labels from specs by their names", () => {
    const changes = compareFields(anObject({ a: 1 }, { b: "1" }), anObject({ a: 1 }, { b: "2" }));

    expect(changes.isSpecDifferent).toBe(false);
    expect(changes.set.size).toBe(1);
  });

  it("of a spec with thousands of fields are one field", () => {
    const spec = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index]));

    expect(firstOwner(anObject(spec), by("ada"))[0]?.fieldsV1).toEqual({ "f:spec": {} });
    expect(compareFields(anObject(spec), anObject({ ...spec, k1: "x" })).isSpecDifferent).toBe(true);
  });

  it("have exactly one owner each after any changes", () => {
    const specs = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), { minLength: 2, maxLength: 5 });

    fc.assert(
      fc.property(specs, (states) => {
        let owners = firstOwner(anObject(states[0] ?? {}), by("m0"));
        for (const [index, state] of states.slice(1).entries()) {
          owners = change(anObject(states[index] ?? {}), anObject(state), `m${(index + 1) % 3}`, owners);
        }
        const owned = owners.flatMap(({ fieldsV1 }) => leavesOf(fieldsV1)).sort();

        expect(owned).toEqual(leavesOf(firstOwner(anObject(states.at(-1) ?? {}), by("x"))[0]?.fieldsV1).sort());
      }),
    );
  });
});

function leavesOf(tree: unknown, path = ""): string[] {
  const entries = typeof tree === "object" && tree !== null ? Object.entries(tree) : [];
  return entries.length === 0 ? [path] : entries.flatMap(([step, below]) => leavesOf(below, `${path}/${step}`));
}
