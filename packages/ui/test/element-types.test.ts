import { readFileSync } from "node:fs";
import { expect, expectTypeOf, it } from "vitest";
import {
  type PageChangeDetail,
  type VedetteElementProps,
  type VedetteGlobalComponents,
  VedettePagination,
  VedettePaginationNav,
} from "../src/element.ts";

type Props = VedetteElementProps["vedette-pagination"];

it("the elements are typed for the templates of React and Vue, with what a handler is given", () => {
  type Handler = (event: CustomEvent<PageChangeDetail>) => void;
  expectTypeOf<Props["onvedette-page-change"]>().toEqualTypeOf<Handler | undefined>();
  expectTypeOf<Props["onVedettePageChange"]>().toEqualTypeOf<Handler | undefined>();
  expectTypeOf<Props["page"]>().toEqualTypeOf<number | undefined>();
  const inVue = expectTypeOf<VedetteGlobalComponents["vedette-pagination"]>().instance.toHaveProperty("$props");
  inVue.toHaveProperty("page").toEqualTypeOf<number | undefined>();
  // Vue has a ref and a key of its own.
  inVue.not.toHaveProperty("ref");
});

it("in a list of React the elements have keys and refs, and what every element has", () => {
  const page = { current: null as VedettePagination | null };
  const props = { key: 1, ref: page, lang: "de", className: "mine", style: { width: 1 }, "aria-label": "pages" };
  expectTypeOf(props).toExtend<Props>();
  expectTypeOf<{ readonly totalItems: string }>().not.toExtend<Props>();
});

interface Manifest {
  readonly modules: readonly {
    readonly declarations: readonly {
      readonly name: string;
      readonly attributes: readonly { readonly name: string; readonly fieldName: string }[];
      readonly members?: readonly { readonly name: string }[];
    }[];
  }[];
}

it.each([VedettePagination, VedettePaginationNav])("editors are told every attribute and property of %o", (element) => {
  const manifest: Manifest = JSON.parse(readFileSync(new URL("../custom-elements.json", import.meta.url), "utf8"));
  const told = manifest.modules[0]?.declarations.find(({ name }) => name === element.name);
  const fields = [
    ...(told?.attributes ?? []).map(({ fieldName }) => fieldName),
    ...(told?.members ?? []).map(({ name }) => name),
  ];
  const parents = [element.prototype, Object.getPrototypeOf(element.prototype)];
  const own = parents.flatMap((it) => Object.entries(Object.getOwnPropertyDescriptors(it)));
  const settable = own.filter(([, { set }]) => set !== undefined).map(([name]) => name);

  expect(told?.attributes.map(({ name }) => name).sort()).toEqual([...element.observedAttributes].sort());
  expect([...new Set(fields)].filter((name) => name !== "lang" && name !== "ariaLabel").sort()).toEqual(
    settable.sort(),
  );
});
