import { useEffect, useEffectEvent, useState } from "react";
import { forgetDraft, type KeptText, keepText, recallText } from "../draft-store.ts";
import { isSame } from "../parts-of-document.ts";
import type { Draft } from "../use-draft.ts";

interface KeptTextOptions {
  readonly uid: string;
  readonly draft: Draft;
  /** What was typed and is no JSON yet; `null` once there is nothing to keep, nothing before anything was typed. */
  readonly unfinished: string | null | undefined;
  /** Told what an earlier visit left of the document that is still the one. */
  readonly onFound: (text: string) => void;
}

/** What an earlier visit left of a document that has become another since. */
export interface LeftText {
  readonly left: KeptText;
  /** Takes it off the hands of this: whoever calls has it, or wants it no more. */
  readonly settle: (isWanted: boolean) => void;
}

/**
 * Keeps in the browser what cannot become the draft, until it can. It belongs to one document and is not put over
 * another: where that has become another, people decide, and until then it stays.
 */
export function useKeptText({ uid, draft, unfinished, onFound }: KeptTextOptions): LeftText | undefined {
  const key = `json ${uid}`;
  const [left, setLeft] = useState<KeptText>();
  const found = useEffectEvent((kept: KeptText | undefined) => {
    if (kept === undefined || unfinished !== undefined) return;
    if (isSame(kept.document, draft.document)) onFound(kept.text);
    else setLeft(kept);
  });
  const keep = useEffectEvent((text: string) => {
    const { document, base, resourceVersion } = draft;
    return keepText(key, { text, document, base, resourceVersion, changedAt: Date.now() });
  });
  useEffect(() => {
    let isHere = true;
    void recallText(key).then((kept) => isHere && found(kept));
    return () => {
      isHere = false;
    };
  }, [key]);
  useEffect(() => {
    if (unfinished === undefined) return;
    const done = unfinished === null ? forgetDraft(key) : keep(unfinished);
    // A browser that keeps nothing, as in private windows, loses what was not finished.
    done.catch(() => undefined);
  }, [key, unfinished]);
  if (left === undefined) return undefined;
  const settle = (isWanted: boolean) => {
    setLeft(undefined);
    if (!isWanted) void forgetDraft(key).catch(() => undefined);
  };
  return { left, settle };
}
