import { report } from "./report.ts";

const watchers = new Map<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Tells whether an element is on or near the screen of a tab that is seen, with one observer for all. */
export function watchPresence(element: Element, tell: (isSeen: boolean) => void): () => void {
  let isNear = true;
  const update = () => tell(isNear && document.visibilityState === "visible");
  watchers.set(element, (now) => {
    isNear = now;
    update();
  });
  document.addEventListener("visibilitychange", update);
  sharedObserver().observe(element);

  return () => {
    observer?.unobserve(element);
    document.removeEventListener("visibilitychange", update);
    watchers.delete(element);
  };
}

function sharedObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        try {
          watchers.get(target)?.(isIntersecting);
        } catch (error) {
          // A chart that cannot be drawn keeps no other waiting.
          report(error);
        }
      }
    },
    { rootMargin: "200px" },
  );
  return observer;
}
