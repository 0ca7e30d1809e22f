/** How properties of an element stand in its attributes. */

/** The attribute of a property: `pageSize` is `page-size`. */
export function attributeOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function numberAttribute(element: Element, property: string): number | undefined {
  const text = element.getAttribute(attributeOf(property));
  const value = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

export function setAttribute(element: Element, property: string, value: string | number | boolean | undefined): void {
  const name = attributeOf(property);
  if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Properties that were set before the element was known stand in the way of its accessors. */
export function upgradeProperties(element: object, properties: readonly string[]): void {
  for (const property of properties) {
    if (!Object.hasOwn(element, property)) continue;
    const value: unknown = Reflect.get(element, property);
    Reflect.deleteProperty(element, property);
    Reflect.set(element, property, value);
  }
}
