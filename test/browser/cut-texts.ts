/**
 * In the page: texts of which something cuts a part off, each with how far. What is scrolled is whole; what only
 * screen readers read is not meant to be seen, and what is hidden from them says nothing of its own.
 */
export function cutTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement } = node;
    if (parentElement === null || node.textContent?.trim() === "") continue;
    if (parentElement.closest("[aria-hidden=true]") !== null) continue;
    if (!parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const by = cutOff(range.getBoundingClientRect(), parentElement);
    if (by > 0) found.push(`${node.textContent?.trim()} by ${by} px`);
  }
  return found;

  /** CSS pixels of a text's box that lie outside of what shows it. */
  function cutOff(text: DOMRect, parent: Element): number {
    let most = 0;
    for (let box: Element | null = parent; box !== null; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.clipPath !== "none") return 0;
      if (style.position === "fixed" || /auto|scroll/.test(style.overflowX + style.overflowY)) break;
      most = Math.max(most, cutBy(box, style, text));
    }
    return Math.ceil(most);
  }

  function cutBy(box: Element, { overflowX, overflowY }: CSSStyleDeclaration, text: DOMRect): number {
    // What stands in a line cuts nothing off.
    if (box.clientWidth === 0) return 0;
    const { left, top } = box.getBoundingClientRect();
    const [x, y] = [left + box.clientLeft, top + box.clientTop];
    // Letters are lower than the box that they are measured by, also where lines are close.
    const spare = 2 + 0.15 * text.height;
    const beside = Math.max(x - text.left, text.right - (x + box.clientWidth)) - 1;
    const below = Math.max(y - text.top, text.bottom - (y + box.clientHeight)) - spare;
    return Math.max(clips(overflowX) ? beside : 0, clips(overflowY) ? below : 0);
  }

  function clips(overflow: string): boolean {
    return overflow === "hidden" || overflow === "clip";
  }
}
