import { expectTypeOf, it } from "vitest";
import type { PageChangeDetail, VedetteElementProps, VedetteGlobalComponents } from "../src/element.ts";

type Props = VedetteElementProps["vedette-pagination"];

it("the elements are typed for the templates of React and Vue, with what a handler is given", () => {
  type Handler = (event: CustomEvent<PageChangeDetail>) => void;
  expectTypeOf<Props["onvedette-page-change"]>().toEqualTypeOf<Handler | undefined>();
  expectTypeOf<Props["onVedettePageChange"]>().toEqualTypeOf<Handler | undefined>();
  expectTypeOf<Props["page"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<VedetteGlobalComponents["vedette-pagination"]>()
    .instance.toHaveProperty("$props")
    .toEqualTypeOf<Props>();
});
