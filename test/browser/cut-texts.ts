/**
 * In the page: texts of which something cuts a part off, each with how far. What is scrolled is whole, and what only
 * screen readers read is not meant to be seen.
 */
export function cutTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement } = node;
    if (parentElement === null || node.textContent?.trim() === "") continue;
    if (!parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const by = cutOff(range.getBoundingClientRect(), parentElement);
    if (by > 0) found.push(`${node.textContent?.trim()} by ${by} px`);
  }
  return found;

  /** CSS pixels of a text's box that lie outside of what shows it. Letters are lower than the line that they are measured by. */
  function cutOff(text: DOMRect, parent: Element): number {
    let most = 0;
    for (let box: Element | null = parent; box !== null; box = box.parentElement) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(box);
      if (clipPath !== "none") return 0;
      if (/auto|scroll/.test(overflowX + overflowY)) break;
      const { left, top } = box.getBoundingClientRect();
      const [x, y] = [left + box.clientLeft, top + box.clientTop];
      const beside = Math.max(x - text.left, text.right - (x + box.clientWidth)) - 1;
      const below = Math.max(y - text.top, text.bottom - (y + box.clientHeight)) - 4;
      most = Math.max(most, clips(overflowX) ? beside : 0, clips(overflowY) ? below : 0);
    }
    return Math.ceil(most);
  }

  function clips(overflow: string): boolean {
    return overflow === "hidden" || overflow === "clip";
  }
}
