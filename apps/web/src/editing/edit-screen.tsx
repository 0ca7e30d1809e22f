import { LayoutGrid, Plus, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Alert } from "../control/alert.tsx";
import { Button, LinkButton } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { useMedia } from "../control/use-media.ts";
import { useStoredEvents } from "../dashboard/data/use-stored-events.ts";
import { type JsonObject, listOf, objectsOf } from "../dashboard/model/json.ts";
import { NOTHING_DRAWN } from "../dashboard/panel/drawn.ts";
import { askedEdit, looking } from "../dashboard/panel/panel-edit.ts";
import { Pickers } from "../dashboard/toolbar/pickers.tsx";
import { Toolbar, useIsNarrow } from "../dashboard/toolbar/toolbar.tsx";
import { DashboardBar } from "../dashboard/view/dashboard-bar.tsx";
import { DashboardFaults } from "../dashboard/view/dashboard-faults.tsx";
import { DashboardProvider } from "../dashboard/view/dashboard-provider.tsx";
import type { Address } from "../dashboard/view/use-address.ts";
import { useTimeKeys } from "../dashboard/view/use-dashboard-keys.ts";
import { useEscape } from "../dashboard/view/use-escape.ts";
import { usePanelInHand } from "../dashboard/view/use-panel-in-hand.ts";
import { hasValues, type Session } from "../dashboard/view/use-session.ts";
import { useKeys } from "../frame/keys.ts";
import { DraftPage } from "./draft-page.tsx";
import { EditGrid, keyOf } from "./layout/edit-grid.tsx";
import { EditSide, WHOLE_DASHBOARD } from "./layout/edit-side.tsx";
import { editingMessages } from "./messages.ts";
import { duplicatePanel, removePanel } from "./panel-edits.ts";
import type { Draft } from "./use-draft.ts";
import { WithDraft } from "./with-draft.tsx";

/** Panels that a wall shows in type that is read from some metres away. */
const MOST_ON_WALL = 12;

interface EditScreenProps {
  readonly uid: string;
  readonly session: Session;
  readonly address: Address;
  /** What stands there until it is known whether there is a draft. */
  readonly meanwhile: ReactNode;
  /** Told the draft, whenever it changes, and nothing once it is not edited any more. */
  readonly onDocument: (document: unknown) => void;
}

/** `/d/:uid/edit`: the dashboard at its place, with handles, and its options or those of a panel beside it. */
export function EditScreen({ meanwhile, ...rest }: EditScreenProps) {
  return (
    <WithDraft uid={rest.uid} meanwhile={meanwhile}>
      {(draft) => <EditedDashboard draft={draft} {...rest} />}
    </WithDraft>
  );
}

type EditedDashboardProps = Omit<EditScreenProps, "meanwhile"> & { readonly draft: Draft };

function EditedDashboard({ uid, draft, session, address, onDocument }: EditedDashboardProps) {
  const texts = editingMessages.layout;
  const [chosen, setChosen] = useState<string>();
  const [drawn, setDrawn] = useState(NOTHING_DRAWN);
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const isBeside = useMedia("(width >= 64rem)");
  const storedEvents = useStoredEvents(uid, session);
  useShown(draft.document, onDocument);
  const choose = useCallback((key: string | undefined) => {
    setChosen(key);
    setDrawn(NOTHING_DRAWN);
  }, []);
  useAskedEdit(draft, choose);
  usePanelKeys(draft);
  const leave = () => void navigate(looking(uid));
  const newPanel = `/d/${encodeURIComponent(uid)}/panels/new/edit`;
  useTimeKeys(session, address);
  useKeys({ e: leave, a: () => void navigate(newPanel) });
  useEscape(() => {
    if (chosen === undefined) return leave();
    document.querySelector<HTMLElement>(".v-edit-choose[aria-pressed=true]")?.focus();
    choose(undefined);
  });
  const isReady = hasValues(session);
  const panels = objectsOf(draft.document["panels"]).filter(({ type }) => type !== "row").length;
  const pickers = address.hides.timePicker ? undefined : <Pickers session={session} address={address} />;
  return (
    <DraftPage
      uid={uid}
      draft={draft}
      title={session.dashboard.title || uid}
      tools={!isNarrow && pickers}
      endTools={
        <>
          {!isBeside && (
            <IconButton
              label={editingMessages.options}
              icon={<SlidersHorizontal aria-hidden />}
              onPress={() => choose(WHOLE_DASHBOARD)}
            />
          )}
          <Button onPress={leave}>{texts.done}</Button>
        </>
      }
    >
      <div className="v-dashboard" data-dashboard-uid={uid}>
        {isNarrow && pickers !== undefined && (
          <Toolbar place="below" label={texts.pickers}>
            {pickers}
          </Toolbar>
        )}
        <DashboardBar session={session} address={address} />
        <DashboardFaults session={session} events={storedEvents} />
        <div className="v-edit-mode">
          <div className="v-edit-panels">
            <div className="v-edit-narrow">
              <Alert kind="info">{texts.narrow}</Alert>
            </div>
            <DashboardProvider session={session} uid={uid} storedEvents={storedEvents.events}>
              {listOf(draft.document["panels"]).length === 0 ? (
                <EmptyState
                  icon={LayoutGrid}
                  title={texts.empty}
                  text={texts.emptyText}
                  learn="dashboards#changing-a-panel"
                />
              ) : (
                isReady && <EditGrid uid={uid} draft={draft} chosen={chosen} onChoose={choose} onDrawn={setDrawn} />
              )}
              {panels > MOST_ON_WALL && <p className="v-hint">{texts.manyForWall(panels)}</p>}
              {isReady && (
                <div className="v-edit-empty">
                  <LinkButton to={newPanel} kind="quiet" icon={<Plus aria-hidden />}>
                    {texts.addHere}
                  </LinkButton>
                </div>
              )}
            </DashboardProvider>
          </div>
          {(isBeside || chosen !== undefined) && (
            <EditSide uid={uid} draft={draft} chosen={chosen} drawn={drawn} onChoose={choose} />
          )}
        </div>
      </div>
    </DraftPage>
  );
}

/** Has the page around show the draft before it is painted. */
function useShown(document: unknown, onDocument: (document: unknown) => void): void {
  useLayoutEffect(() => onDocument(document), [document, onDocument]);
  useLayoutEffect(() => () => onDocument(undefined), [onDocument]);
}

/** Those of the dashboard's page, for a panel of the draft. */
function usePanelKeys(draft: Draft): void {
  const panelInHand = usePanelInHand();
  const { duplicate, remove } = editingMessages;
  const change = (step: string, changed: (document: JsonObject, id: number) => JsonObject) => {
    const id = Number(panelInHand());
    if (id > 0) draft.change(step, (document) => changed(document, id));
  };
  useKeys({
    "p d": () => change(duplicate, (document, id) => duplicatePanel(document, id).document),
    "p r": () => change(remove, removePanel),
  });
}

/** What a panel's menu or key asked for is done once, changes as steps like any other. */
function useAskedEdit(draft: Draft, onChoose: (key: string) => void): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = askedEdit(state);
  const key = asked === undefined ? undefined : `${asked.kind} ${asked.id}`;
  const run = useEffectEvent(() => {
    if (asked === undefined) return;
    void navigate({ pathname, search }, { replace: true, state: null });
    const { duplicate, remove } = editingMessages;
    if (asked.kind === "choose") onChoose(keyOf(asked, 0));
    else if (asked.kind === "remove") draft.change(remove, (document) => removePanel(document, asked.id));
    else draft.change(duplicate, (document) => duplicatePanel(document, asked.id).document);
  });
  useEffect(() => {
    if (key !== undefined) run();
  }, [key]);
}
