import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useReducer } from "react";
import type { Dashboard } from "../api/dashboards.ts";
import type { JsonObject } from "../dashboard/model/json.ts";
import { migrateToShow } from "../dashboard/model/migrate.ts";
import { draftKey, draftQuery } from "./draft-query.ts";
import { forgetDraft, keepDraft } from "./draft-store.ts";
import { isSame } from "./parts-of-document.ts";
import { shareDraftSoon, withdrawDraft } from "./share-draft.ts";

/** A dashboard while it is changed. Every step can be taken back. */
export interface Draft {
  readonly document: JsonObject;
  /** As it was when the changes began, migrated as the document is. */
  readonly base: JsonObject;
  readonly resourceVersion: string;
  readonly isDirty: boolean;
  /** Names of the steps that can be taken back and forth. */
  readonly undoable: string | undefined;
  readonly redoable: string | undefined;
  /** Milliseconds since 1970 of a draft that was found in this browser. */
  readonly restoredAt: number | undefined;
  readonly change: (step: string, change: (document: JsonObject) => JsonObject) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly discard: () => void;
  /** Goes on from what is stored now. */
  readonly rebase: (stored: Dashboard, document: JsonObject) => void;
}

/** Steps that are kept. */
const MOST_STEPS = 200;
/** Milliseconds within which changes of one thing are one step, as typing is. */
const ONE_STEP = 1000;

interface Step {
  readonly name: string;
  readonly before: JsonObject;
}

interface State {
  readonly document: JsonObject;
  readonly base: JsonObject;
  readonly resourceVersion: string;
  readonly restoredAt: number | undefined;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  readonly changedAt: number;
}

type Act =
  | { readonly kind: "begin"; readonly state: State }
  | { readonly kind: "change"; readonly step: string; readonly document: JsonObject; readonly at: number }
  | { readonly kind: "undo" | "redo" | "discard" };

/** The draft of a dashboard: what this browser kept, else what is stored. `undefined` until that is known. */
export function useDraft(uid: string, stored: Dashboard, panelId?: number): Draft | undefined {
  const { data: kept } = useQuery(draftQuery(uid));
  const [state, act] = useReducer(stepped, undefined);
  useEffect(() => {
    if (kept === undefined || state !== undefined) return;
    act({
      kind: "begin",
      state: kept === null ? beginWith(stored) : { ...EMPTY, ...kept, restoredAt: kept.changedAt },
    });
  }, [kept, state, stored]);

  const document = state?.document;
  const base = state?.base;
  const wasKept = kept !== undefined && kept !== null;
  const isDirty = document !== undefined && !isSame(document, base);
  const resourceVersion = state?.resourceVersion ?? "";
  useEffect(() => {
    if (document === undefined || base === undefined) return;
    const keep = async () => {
      const draft = { document, base, resourceVersion, changedAt: Date.now(), panelId };
      if (isDirty) {
        shareDraftSoon(uid, draft);
        await keepDraft(draftKey(uid), draft);
      } else await Promise.all([forgetDraft(draftKey(uid)), withdrawDraft(uid, wasKept)]);
    };
    void keep().catch(() => undefined);
  }, [uid, document, base, isDirty, resourceVersion, panelId, wasKept]);

  const change = useCallback(
    (step: string, next: (document: JsonObject) => JsonObject) => {
      if (document !== undefined) act({ kind: "change", step, document: next(document), at: Date.now() });
    },
    [document],
  );
  if (state === undefined) return undefined;
  return {
    document: state.document,
    base: state.base,
    resourceVersion,
    isDirty,
    undoable: state.past.at(-1)?.name,
    redoable: state.future.at(-1)?.name,
    restoredAt: state.restoredAt,
    change,
    undo: () => act({ kind: "undo" }),
    redo: () => act({ kind: "redo" }),
    discard: () => act({ kind: "discard" }),
    rebase: (now, next) => act({ kind: "begin", state: { ...beginWith(now), document: next } }),
  };
}

const EMPTY = { restoredAt: undefined, past: [], future: [], changedAt: 0 };

/** Migration is no change of a person's. */
function beginWith({ spec, metadata }: Dashboard): State {
  const base = migrateToShow(spec);
  return { ...EMPTY, document: base, base, resourceVersion: metadata.resourceVersion };
}

function stepped(state: State | undefined, act: Act): State | undefined {
  if (act.kind === "begin") return act.state;
  if (state === undefined) return undefined;
  switch (act.kind) {
    case "change": {
      const { past, document } = state;
      const goesOn = past.at(-1)?.name === act.step && act.at - state.changedAt < ONE_STEP;
      const steps = goesOn ? past : [...past, { name: act.step, before: document }].slice(-MOST_STEPS);
      return { ...state, document: act.document, past: steps, future: [], changedAt: act.at };
    }
    case "undo": {
      const last = state.past.at(-1);
      if (last === undefined) return state;
      const future = [...state.future, { name: last.name, before: state.document }];
      return { ...state, document: last.before, past: state.past.slice(0, -1), future, changedAt: 0 };
    }
    case "redo": {
      const next = state.future.at(-1);
      if (next === undefined) return state;
      const past = [...state.past, { name: next.name, before: state.document }];
      return { ...state, document: next.before, past, future: state.future.slice(0, -1), changedAt: 0 };
    }
    case "discard":
      return { ...state, ...EMPTY, document: state.base };
  }
}
