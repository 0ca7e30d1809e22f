import { useEffect, useEffectEvent } from "react";
import type { JsonObject } from "../../dashboard/model/json.ts";
import { forgetDraft, type KeptText, keepText, recallText } from "../draft-store.ts";
import { isSame } from "../parts-of-document.ts";

interface KeptTextOptions {
  readonly uid: string;
  readonly document: JsonObject;
  /** What was typed and is no JSON yet; `null` once there is nothing to keep, nothing before anything was typed. */
  readonly unfinished: string | null | undefined;
  /** Told what an earlier visit left. */
  readonly onFound: (text: string) => void;
}

/** Keeps in the browser what cannot become the draft, until it can. It belongs to one document and is not put over another. */
export function useKeptText({ uid, document, unfinished, onFound }: KeptTextOptions): void {
  const key = `json ${uid}`;
  const found = useEffectEvent((kept: KeptText | undefined) => {
    if (kept !== undefined && unfinished === undefined && isSame(kept.document, document)) onFound(kept.text);
  });
  const keep = useEffectEvent((text: string) => keepText(key, { text, document }));
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
}
