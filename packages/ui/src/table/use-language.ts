import { useSyncExternalStore } from "react";

/** The language of the document, English where there is none, as on a server. */
export function useLanguage(given: string | undefined): string {
  const ofDocument = useSyncExternalStore(
    neverChanges,
    () => document.documentElement.lang || "en",
    () => "en",
  );
  return given ?? ofDocument;
}

function neverChanges() {
  return () => undefined;
}
