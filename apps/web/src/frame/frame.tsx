import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { serverLostSince, watchServer } from "../api/reachable.ts";
import { uiSettingsQuery } from "../api/ui-settings.ts";
import { useFailedAction, useToasts } from "../control/toast-store.ts";
import { UnreachableContext } from "../control/unreachable.ts";
import { atRest, loadInTheEnd } from "../live/at-rest.ts";
import { messages } from "../messages/en.ts";
import { CrashBoundary } from "./crash-boundary.tsx";
import { useKeys } from "./keys.ts";
import { useKiosk } from "./kiosk.ts";
import { LostServer } from "./lost-server.tsx";
import { Palette } from "./palette.tsx";
import { Rail } from "./rail.tsx";
import { focusRow, openMenuInHand, pressStar, selectRow } from "./row-keys.ts";
import "./frame.css";

/** Loaded with the first of them. */
const Toasts = lazy(async () => ({ default: (await import("../control/toasts.tsx")).Toasts }));

/** Not among what a first visit loads: a session lasts longer than that. */
const SessionWarning = lazy(async () => ({
  default: (await loadInTheEnd(() => import("../session/session-warning.tsx"))).SessionWarning,
}));

/** What stands around every page: the skip link, the rail, and the keys that work everywhere. */
export function Frame() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isKiosk = useKiosk();
  const { data: settings } = useQuery(uiSettingsQuery);
  const isAtRest = useIsAtRest();
  const isUnreachable = useSyncExternalStore(watchServer, serverLostSince) !== undefined;
  const hasToasts = [...useToasts(), useFailedAction()].some((one) => one !== undefined);
  useKeptPlace();
  useKeys({
    "g h": () => void navigate("/"),
    "g d": () => void navigate("/dashboards"),
    "g p": () => void navigate("/playlists"),
    "g e": () => void navigate("/explore"),
    "g w": () => void navigate("/workers"),
    "g u": () => void navigate("/people/users"),
    "g s": () => void navigate("/settings"),
    "?": () => void navigate("/help/shortcuts"),
    "/": focusSearch,
    j: () => focusRow("next"),
    k: () => focusRow("previous"),
    s: pressStar,
    x: selectRow,
    m: openMenuInHand,
  });

  return (
    <UnreachableContext value={isUnreachable}>
      <div className="v-frame" data-kiosk={isKiosk || undefined} data-hosted={settings?.CloudUI || undefined}>
        <a className="v-skip" href="#content">
          {messages.frame.skip}
        </a>
        {!isKiosk && <Rail isNarrowByDefault={settings?.NavCollapsedByDefault ?? true} />}
        <div className="v-frame-page">
          <Palette>
            <CrashBoundary resetKey={pathname}>
              <Suspense fallback={<div className="v-bar" />}>
                <Outlet />
              </Suspense>
            </CrashBoundary>
          </Palette>
        </div>
        <LostServer />
        <Suspense>{isAtRest && <SessionWarning />}</Suspense>
        <Suspense>{hasToasts && <Toasts />}</Suspense>
      </div>
    </UnreachableContext>
  );
}

/** Loaded with the first thing that has the focus: nothing is lost before. */
function useKeptPlace(): void {
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const start = async () => {
      const { keepPlace } = await import("./keep-place.ts");
      if (!signal.aborted) keepPlace(signal);
    };
    document.addEventListener("focusin", () => void start(), { once: true, signal });
    return () => leaving.abort();
  }, []);
}

function useIsAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    void atRest(leaving.signal).then(() => {
      if (!leaving.signal.aborted) setAtRest(true);
    });
    return () => leaving.abort();
  }, []);
  return isAtRest;
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
}
