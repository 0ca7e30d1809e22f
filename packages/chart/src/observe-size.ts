interface Size {
  readonly width: number;
  readonly height: number;
}

const watchers = new Map<Element, Set<(size: Size) => void>>();
let observer: ResizeObserver | undefined;

/** Tells the size of an element after it changed, with one observer for all; returns how to stop. */
export function observeSize(element: Element, debounceMs: number, tell: (size: Size) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = (size: Size) => {
    clearTimeout(timer);
    if (size.width <= 0 || size.height <= 0) return;
    timer = setTimeout(() => tell(size), debounceMs);
  };
  const known = watchers.get(element) ?? new Set();
  watchers.set(element, known.add(watcher));
  sharedObserver().observe(element);

  return () => {
    clearTimeout(timer);
    known.delete(watcher);
    if (known.size > 0 || watchers.get(element) !== known) return;
    watchers.delete(element);
    observer?.unobserve(element);
  };
}

function sharedObserver(): ResizeObserver {
  observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      for (const watcher of watchers.get(target) ?? []) watcher(contentRect);
    }
  });
  return observer;
}
