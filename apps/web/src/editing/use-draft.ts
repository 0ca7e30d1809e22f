import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useReducer } from "react";
import type { Dashboard } from "../api/dashboards.ts";
import type { JsonObject } from "../dashboard/model/json.ts";
import { migrateToShow } from "../dashboard/model/migrate.ts";
import { draftKey, draftQuery } from "./draft-query.ts";
import { beginSteps, type DraftSteps, stepped, withStepsOf } from "./draft-steps.ts";
import { forgetDraft, type KeptDraft, keepDraft } from "./draft-store.ts";
import { currentGesture } from "./gesture.ts";
import { holdSteps, lastSteps } from "./last-steps.ts";
import { editingMessages } from "./messages.ts";
import { isSame } from "./parts-of-document.ts";
import { shareDraftSoon, withdrawDraft } from "./share-draft.ts";
import { useOtherTabs } from "./use-other-tabs.ts";

/** A dashboard while it is changed. Every step can be taken back. */
export interface Draft extends Pick<DraftSteps, "document" | "base" | "resourceVersion" | "restoredAt"> {
  readonly isDirty: boolean;
  /** Names of the steps that can be taken back and forth, the next one first. */
  readonly undoable: readonly string[];
  readonly redoable: readonly string[];
  readonly change: (step: string, change: (document: JsonObject) => JsonObject) => void;
  /** One step, or several. */
  readonly undo: (count?: number) => void;
  readonly redo: (count?: number) => void;
  readonly discard: () => void;
  /** What was found when the page was opened is what goes on. */
  readonly keep: () => void;
  /** Goes on from what is stored now. */
  readonly rebase: (stored: Dashboard, document: JsonObject) => void;
  /** Goes on from what was stored earlier: what has been saved since is met when this is saved. */
  readonly resume: (from: Pick<DraftSteps, "document" | "base" | "resourceVersion">) => void;
}

/** The draft of a dashboard: what this browser kept, else what is stored. `undefined` until that is known. */
export function useDraft(uid: string, stored: Dashboard, panelId?: number): Draft | undefined {
  const { data: kept } = useQuery(draftQuery(uid));
  const [steps, act] = useReducer(stepped, kept, (known) =>
    known === undefined ? undefined : begun(uid, stored, known),
  );
  useEffect(() => {
    if (kept !== undefined && steps === undefined) act({ kind: "begin", steps: begun(uid, stored, kept) });
  }, [kept, steps, stored, uid]);
  useOtherTabs(uid, steps, (told) => {
    if (told.resourceVersion !== steps?.resourceVersion) act({ kind: "begin", steps: beginSteps(told) });
    else if (!isSame(told.document, steps.document))
      act({ kind: "change", step: editingMessages.otherTab, document: told.document, at: Date.now() });
  });
  const document = steps?.document;
  const base = steps?.base;
  const wasKept = kept !== undefined && kept !== null;
  const isDirty = document !== undefined && !isSame(document, base);
  const resourceVersion = steps?.resourceVersion ?? "";
  const holdForOtherPages = useEffectEvent((changedAt: number) => {
    if (steps !== undefined) holdSteps(uid, { steps, changedAt });
  });
  const stepsNow = useEffectEvent(() => ({ past: steps?.past ?? [], future: steps?.future ?? [] }));
  useEffect(() => {
    if (document === undefined || base === undefined) return;
    const changedAt = Date.now();
    holdForOtherPages(changedAt);
    const keep = async () => {
      const draft = { document, base, resourceVersion, changedAt, panelId };
      if (isDirty) {
        shareDraftSoon(uid, draft);
        await keepDraft(draftKey(uid), { ...draft, ...stepsNow() });
      } else await Promise.all([forgetDraft(draftKey(uid)), withdrawDraft(uid, wasKept)]);
    };
    void keep().catch(() => undefined);
  }, [uid, document, base, isDirty, resourceVersion, panelId, wasKept]);

  const change = useCallback(
    (step: string, next: (document: JsonObject) => JsonObject) => {
      if (document !== undefined)
        act({ kind: "change", step, document: next(document), at: Date.now(), gesture: currentGesture() });
    },
    [document],
  );
  if (steps === undefined) return undefined;
  return {
    document: steps.document,
    base: steps.base,
    resourceVersion,
    isDirty,
    undoable: steps.past.map(({ name }) => name).toReversed(),
    redoable: steps.future.map(({ name }) => name).toReversed(),
    restoredAt: steps.restoredAt,
    change,
    undo: (count = 1) => act({ kind: "undo", count }),
    redo: (count = 1) => act({ kind: "redo", count }),
    discard: () => act({ kind: "discard", step: editingMessages.discard }),
    keep: () => act({ kind: "keep" }),
    rebase: (now, next) => act({ kind: "begin", steps: { ...beginWith(now), document: next } }),
    resume: (from) => act({ kind: "begin", steps: beginSteps(from) }),
  };
}

/** @param kept - `null` for nothing */
function begun(uid: string, stored: Dashboard, kept: KeptDraft | null): DraftSteps {
  const found = kept === null ? beginWith(stored) : { ...beginSteps(kept), restoredAt: kept.changedAt };
  const last = lastSteps(uid);
  const isNewer = last !== undefined && last.changedAt >= (kept?.changedAt ?? 0);
  return withStepsOf(found, last?.steps, isNewer);
}

/** Migration is no change of a person's. */
function beginWith({ spec, metadata }: Dashboard): DraftSteps {
  const base = migrateToShow(spec);
  return beginSteps({ document: base, base, resourceVersion: metadata.resourceVersion });
}
