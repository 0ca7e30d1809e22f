import { useEffect, useEffectEvent, useRef } from "react";
import type { DraftSteps } from "./draft-steps.ts";
import { isStoredDraft } from "./draft-store.ts";

type Told = Pick<DraftSteps, "document" | "base" | "resourceVersion">;

/**
 * Keeps the pages of one dashboard in several tabs of a browser at the same document: they have one draft between them,
 * and the last that writes it would take away what the others did.
 *
 * @param own - what this page has, once it has something
 * @param onTold - told what another one made of it
 */
export function useOtherTabs(uid: string, own: Told | undefined, onTold: (told: Told) => void): void {
  const channel = useRef<BroadcastChannel>(undefined);
  const known = useRef<Pick<Told, "document" | "resourceVersion">>(undefined);
  const hear = useEffectEvent(({ data }: MessageEvent<unknown>) => {
    if (known.current === undefined || !isStoredDraft(data)) return;
    known.current = data;
    onTold(data);
  });
  useEffect(() => {
    const opened = new BroadcastChannel(`vedette draft ${uid}`);
    opened.addEventListener("message", (event) => hear(event));
    channel.current = opened;
    return () => opened.close();
  }, [uid]);
  const { document, base, resourceVersion } = own ?? {};
  useEffect(() => {
    if (document === undefined || base === undefined || resourceVersion === undefined) return;
    const before = known.current;
    known.current = { document, resourceVersion };
    // What a page begins with was read where the others write.
    if (before === undefined || (before.document === document && before.resourceVersion === resourceVersion)) return;
    channel.current?.postMessage({ document, base, resourceVersion });
  }, [document, base, resourceVersion]);
}
