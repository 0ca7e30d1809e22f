import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { DashboardView } from "../dashboard/dashboard-view.tsx";
import { objectsOf } from "../dashboard/model/json.ts";
import { wishesOf } from "../dashboard/view/wishes.ts";
import { readItemQuery } from "../playlists/item-query.ts";
import type { Stop } from "./expand-playlist.ts";
import { wallMessages } from "./messages.ts";
import { CARD_MS } from "./turn.ts";
import { wallDashboardQuery } from "./wall-queries.ts";

interface WallStageProps {
  readonly stop: Stop;
  /** The one that is seen; the others are drawn behind it, ready to be seen. */
  readonly isShown: boolean;
  /** Of a dashboard that is too tall for the screen; from 0. */
  readonly page: number;
  /** How many pages the one that is seen has. */
  readonly onPages: (count: number) => void;
  readonly onTitle: (title: string) => void;
  readonly onFailed: () => void;
  /** Why the one that is seen cannot be shown; empty when it can, nothing while that is not known. */
  readonly onProblem: (uid: string, reason: string | undefined) => void;
}

/** One dashboard, drawn over the whole screen. Mounted before its turn, so that the change is a cut. */
export function WallStage({ stop, isShown, page, onPages, onTitle, onFailed, onProblem }: WallStageProps) {
  const { data: told, error } = useQuery(wallDashboardQuery(stop.uid));
  const dashboard = told?.kind === "there" ? told.thing : undefined;
  const reason = told?.kind === "refused" ? wallMessages.refused : dashboard === undefined ? error?.message : undefined;
  const title = dashboard?.spec.title ?? (reason === undefined ? undefined : stop.uid);
  const wishes = useMemo(() => wishesOf(new URLSearchParams(stop.queryParams ?? "")), [stop.queryParams]);
  const { theme } = readItemQuery(stop.queryParams ?? "");
  const [count, setCount] = useState(1);
  const pages = useMemo(() => ({ page: isShown ? page : 0, onPages: setCount }), [isShown, page]);
  const isThere = dashboard !== undefined;
  const hasFailed = isShown && reason !== undefined;

  useEffect(() => {
    if (isShown && title !== undefined) onTitle(title);
  }, [isShown, title, onTitle]);
  useEffect(() => {
    if (!isShown) return undefined;
    onPages(dashboard === undefined ? 1 : count);
    return () => onPages(1);
  }, [isShown, dashboard, count, onPages]);
  useEffect(() => {
    if (isShown) onProblem(stop.uid, reason ?? (isThere ? "" : undefined));
  }, [isShown, reason, isThere, stop.uid, onProblem]);
  useEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setTimeout(onFailed, CARD_MS);
    return () => clearTimeout(timer);
  }, [hasFailed, onFailed]);

  return (
    <div
      className={theme === "light" ? "v-wall-stage v-light" : "v-wall-stage"}
      data-shown={isShown}
      aria-hidden={!isShown}
      inert={!isShown}
    >
      {dashboard !== undefined && (
        <DashboardView
          uid={stop.uid}
          document={dashboard.spec}
          wishes={wishes}
          fit="screen"
          pages={pages}
          wall={theme === "light" ? "light" : "dark"}
        />
      )}
      {dashboard !== undefined && objectsOf(dashboard.spec["panels"]).length === 0 && (
        <div className="v-wall-card">
          <p>{wallMessages.bare}</p>
        </div>
      )}
      {reason !== undefined && (
        <div className="v-wall-card">
          <h2>{stop.uid}</h2>
          <p>{reason}</p>
          <p className="v-wall-hint">{wallMessages.skipped}</p>
        </div>
      )}
    </div>
  );
}

/** The title of what is shown, kept while the next one is still unknown. */
export function useShownTitle(): [string, (title: string) => void] {
  return useState("");
}
