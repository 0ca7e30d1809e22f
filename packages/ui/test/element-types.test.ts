import { expectTypeOf, it } from "vitest";
import type {
  PageChangeDetail,
  VedetteElementProps,
  VedetteGlobalComponents,
  VedettePagination,
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
