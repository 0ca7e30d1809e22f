import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Button } from "../../control/button.tsx";
import { IconButton } from "../../control/icon-button.tsx";
import { useTouch } from "../../control/use-touch.ts";
import { NotFound } from "../../frame/not-found.tsx";
import { dashboardMessages } from "../messages.ts";
import type { DashboardLayout } from "../model/layout.ts";
import { PanelCard } from "../panel/panel-card.tsx";
import { useDashboard } from "./dashboard-context.ts";
import { OWN_ARROWS } from "./use-panel-arrows.ts";

interface PanelAloneProps {
  readonly layout: DashboardLayout;
  /** Key of the one that is seen. */
  readonly viewed: string;
}

/** One panel as large as the page; swipes, arrows and buttons lead to those beside it. */
export function PanelAlone({ layout, viewed }: PanelAloneProps) {
  const { onViewPanel } = useDashboard();
  const panels = layout.items.filter((item) => item.kind === "panel");
  const at = panels.findIndex(({ key }) => key === viewed);
  const placed = panels[at];
  const go = (step: 1 | -1) => {
    const next = panels.at((at + step) % panels.length);
    if (at >= 0 && next !== undefined) onViewPanel?.(next.key);
  };
  useTouch({ onSwipe: go });
  useSideArrows(go);
  if (placed === undefined) return <NoSuchPanel />;
  const isOneOfMany = panels.length > 1 && onViewPanel !== undefined;
  const { previousPanel, nextPanel, placeOfPanel } = dashboardMessages.page;
  return (
    <div className="v-panel-alone">
      {placed === undefined ? <NoSuchPanel /> : <PanelCard key={viewed} placed={placed} />}
      {isOneOfMany && (
        <div className="v-panel-steps">
          <IconButton label={previousPanel} icon={<ChevronLeft aria-hidden />} onPress={() => go(-1)} />
          <span role="status">{placeOfPanel(at + 1, panels.length)}</span>
          <IconButton label={nextPanel} icon={<ChevronRight aria-hidden />} onPress={() => go(1)} />
        </div>
      )}
    </div>
  );
}

/** The address ends with the dashboard's title, by which others like it are found. */
function NoSuchPanel() {
  const { dashboard, uid, onViewPanel } = useDashboard();
  return (
    <NotFound
      text={dashboardMessages.panel.missing}
      wanted={dashboard.title || uid}
      nearest={
        <Button kind="primary" onPress={() => onViewPanel?.(undefined)}>
          {dashboardMessages.panel.leaveView}
        </Button>
      }
    />
  );
}

/** The arrows to the sides, where nothing else in hand has a use for them. */
function useSideArrows(go: (step: 1 | -1) => void): void {
  const onArrow = useEffectEvent(go);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, altKey, metaKey } = event;
      if (defaultPrevented || ctrlKey || altKey || metaKey || (key !== "ArrowLeft" && key !== "ArrowRight")) return;
      if (target instanceof Element && target.closest(`${OWN_ARROWS}, [role=toolbar], nav`) !== null) return;
      event.preventDefault();
      onArrow(key === "ArrowRight" ? 1 : -1);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
