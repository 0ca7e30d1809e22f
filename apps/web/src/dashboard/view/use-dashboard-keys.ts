import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { clipboardText, copyText } from "../../control/clipboard.ts";
import { useKeys } from "../../frame/keys.ts";
import { newestQuery } from "../../frame/newest-query.ts";
import { fixedRange, parseCopiedRange, type Span, shiftSpan, zoomOutSpan } from "../model/time/time-range.ts";
import { editing, type PanelEdit } from "../panel/panel-edit.ts";
import { linkToPanel } from "../panel/panel-link.ts";
import { newestSpan } from "./newest-span.ts";
import { type Address, viewOf } from "./use-address.ts";
import { useEscape } from "./use-escape.ts";
import { usePanelArrows } from "./use-panel-arrows.ts";
import { usePanelInHand } from "./use-panel-in-hand.ts";
import type { Session } from "./use-session.ts";

/**
 * The keys of a dashboard, those of other dashboard servers among them.
 *
 * @param stored - which dashboard, and whether it is edited here; nothing for one that is stored nowhere
 */
export function useDashboardKeys(
  stored: { readonly uid: string; readonly canEdit: boolean } | undefined,
  session: Session,
  address: Address,
): void {
  const navigate = useNavigate();
  const open = (place: string) => void navigate(`/d/${encodeURIComponent(stored?.uid ?? "")}/${place}`);
  const panelInHand = usePanelInHand();
  const edit = (kind: PanelEdit["kind"]) => {
    const id = Number(panelInHand()?.replace(/@.*$/, "")) || undefined;
    if (stored === undefined || (id === undefined && kind !== "choose")) return;
    void navigate(...editing(stored.uid, id === undefined ? undefined : { kind, id }));
  };
  const { span } = session;
  const { viewPanel, setKiosk } = address;
  // A key may come before the page is drawn as the key before left it.
  const viewNow = () => viewOf(newestQuery());
  useTimeKeys(session, address);
  useKeys({
    ...(stored?.canEdit === true
      ? {
          e: () => edit("choose"),
          a: () => open("panels/new/edit"),
          "p d": () => edit("duplicate"),
          "p r": () => edit("remove"),
          "d s": () => open("settings"),
          "d j": () => open("json"),
        }
      : {}),
    ...(stored === undefined ? {} : { "d h": () => open("history") }),
    "p c": () => void copyLink(panelInHand(), span),
    "d k": () => setKiosk(!viewNow().isKiosk),
    f: () => void toggleFullScreen(),
    v: () => viewPanel(viewNow().viewedPanel === undefined ? panelInHand() : undefined),
  });
  usePanelArrows();
  useEscape(() => {
    const { viewedPanel, isKiosk } = viewNow();
    if (viewedPanel !== undefined) viewPanel(undefined);
    else if (isKiosk) setKiosk(false);
  });
}

/** Those that choose what time is shown, also while the dashboard is edited. */
export function useTimeKeys(session: Session, { setRange }: Address): void {
  const { span, refresh } = session;
  const paste = async () => {
    const text = await clipboardText();
    const range = text === undefined ? undefined : parseCopiedRange(text);
    if (range !== undefined) setRange(range);
  };
  useKeys({
    "t z": () => setRange(fixedRange(zoomOutSpan(newestSpan(session)))),
    "t a": () => setRange(fixedRange(span)),
    "t c": () => void copyText(JSON.stringify(fixedRange(span))),
    "t v": () => void paste(),
    "t t": () => document.querySelector<HTMLElement>("[data-time-range]")?.click(),
    "d r": () => refresh.now(),
  });
  useArrowsAfterT((direction) => setRange(fixedRange(shiftSpan(newestSpan(session), direction))));
}

async function copyLink(key: string | undefined, span: Span): Promise<void> {
  if (key !== undefined) await copyText(linkToPanel(key, fixedRange(span)));
}

async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
  else await document.exitFullscreen();
}

const SHIFTS: ReadonlyMap<string, "back" | "forward"> = new Map([
  ["ArrowLeft", "back"],
  ["ArrowRight", "forward"],
]);

/** `t` and then an arrow, within a second. */
function useArrowsAfterT(shift: (direction: "back" | "forward") => void): void {
  const onShift = useEffectEvent(shift);
  useEffect(() => {
    let pressedT = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.target instanceof HTMLElement &&
        event.target.closest("input, textarea, figure, [role=dialog]") !== null
      )
        return;
      const isSoon = event.timeStamp - pressedT < 1000;
      const direction = isSoon ? SHIFTS.get(event.key) : undefined;
      pressedT = event.key === "t" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (direction === undefined) return;
      // The same arrow would lead to another panel.
      event.preventDefault();
      onShift(direction);
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}
