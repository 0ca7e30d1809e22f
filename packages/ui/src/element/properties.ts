import { PageElement } from "./page-element.ts";
import { attributeOf, numberAttribute, setAttribute } from "./reflected.ts";

type Names = readonly string[];

/** Properties of an element by how they stand in its attributes. */
interface PropertyNames {
  readonly numbers: Names;
  /** There or not. */
  readonly switches: Names;
  readonly texts: Names;
  /** Texts made of numbers; they have no attribute. */
  readonly functions: Names;
}

type Formatter = (...numbers: number[]) => string;

type PropertiesOf<Spec extends PropertyNames> = {
  [Name in Spec["numbers"][number]]: number | undefined;
} & {
  [Name in Spec["switches"][number]]: boolean;
} & {
  [Name in Spec["texts"][number]]: string | undefined;
} & {
  [Name in Spec["functions"][number]]: Formatter | undefined;
};

/** A class of elements with these properties, to be drawn by who extends it. */
export function withProperties<const Spec extends PropertyNames>(
  spec: Spec,
): abstract new () => PageElement & PropertiesOf<Spec> {
  abstract class WithProperties extends PageElement {}
  const define = (name: string, get: (this: PageElement) => unknown, set: (this: PageElement, value: never) => void) =>
    Object.defineProperty(WithProperties.prototype, name, { get, set, configurable: true, enumerable: true });
  const reflect = (name: string) =>
    function (this: PageElement, value: string | number | boolean | undefined) {
      setAttribute(this, name, value);
    };

  for (const name of spec.numbers) {
    define(name, function () { return numberAttribute(this, name); }, reflect(name)); // biome-ignore format: one line
  }
  for (const name of spec.switches) {
    define(name, function () { return this.hasAttribute(attributeOf(name)); }, reflect(name)); // biome-ignore format: one line
  }
  for (const name of spec.texts) {
    define(name, function () { return this.getAttribute(attributeOf(name)) ?? undefined; }, reflect(name)); // biome-ignore format: one line
  }
  for (const name of spec.functions) {
    const values = new WeakMap<PageElement, Formatter | undefined>();
    const set = function (this: PageElement, formatter: Formatter | undefined) {
      values.set(this, formatter);
      this.drawSoon();
    };
    define(name, function () { return values.get(this); }, set); // biome-ignore format: one line
  }
  // The accessors are those of the spec; a loop cannot tell the compiler.
  return WithProperties as unknown as abstract new () => PageElement & PropertiesOf<Spec>;
}
