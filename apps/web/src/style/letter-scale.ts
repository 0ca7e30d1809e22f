/** CSS pixels of a page's letters where nobody has chosen other ones, and so of `1rem`. */
const USUAL = 16;

/** How much larger than usual the letters are that the browser is set to: what is measured by hand grows with them (WCAG 1.4.4). */
export function letterScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL;
}

/** A length that grows with the page's letters. @param pixels - CSS pixels in usual letters */
export function rem(pixels: number): string {
  return `${pixels / USUAL}rem`;
}
