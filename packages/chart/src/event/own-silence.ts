import type { ECharts } from "echarts/core";
import { componentsOf } from "./model.ts";

/** Components that the library lets be pointed at although they are silent. */
const HEEDLESS = ["legend", "matrix", "radar", "timeline"] as const;

interface Element {
  silent: boolean;
  getTextContent(): Element | undefined;
  traverse?(visit: (element: Element) => void): void;
}

interface Views {
  getViewOfComponentModel(model: object): { readonly group: Element } | undefined;
}

/**
 * Makes silent components inert, hover and pressing included, after each drawing.
 *
 * @see spec 3, Chart events: mouse events
 */
export function honourSilence(raw: ECharts): void {
  // The library hands this method to extensions and leaves it out of its types.
  const views = raw as unknown as Views;
  raw.on("updated", () => {
    for (const model of HEEDLESS.flatMap((mainType) => componentsOf(raw, { mainType }))) {
      const group = views.getViewOfComponentModel(model)?.group;
      if (group === undefined) continue;
      group.silent = model.get("silent") === true;
      // Texts of cells do not heed what stands around them, and are made anew with each drawing.
      if (group.silent) group.traverse?.((element) => Object.assign(element.getTextContent() ?? {}, { silent: true }));
    }
  });
}
