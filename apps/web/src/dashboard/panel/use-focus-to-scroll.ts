import { type RefObject, useEffect } from "react";

/** What does not fit is scrolled by keys, too: it takes the focus as long as that is so. */
export function useFocusToScroll(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const update = () => {
      const scrolls = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
      element.toggleAttribute("tabindex", scrolls);
      if (scrolls) element.tabIndex = 0;
    };
    const [size, content] = [new ResizeObserver(update), new MutationObserver(update)];
    size.observe(element);
    content.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      size.disconnect();
      content.disconnect();
    };
  }, [ref]);
}
