import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import type { PanelData } from "../data/use-panel-data.ts";
import { dashboardMessages } from "../messages.ts";
import type { PlacedPanel } from "../model/layout.ts";
import { dateOf, type Moment, msSince } from "../model/time/moment.ts";
import { timeText } from "../model/time/time-text.ts";
import type { Scope } from "../model/variable/interpolate.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import { filledLinks } from "./data-link.ts";
import type { PanelDialog } from "./panel-dialogs.tsx";
import { PanelMenu } from "./panel-menu.tsx";

interface PanelHeadProps {
  readonly placed: PlacedPanel;
  readonly title: string;
  readonly description: string;
  readonly data: PanelData;
  /** What people should know about what they see. */
  readonly notices: readonly string[];
  readonly scope: Scope;
  readonly onOpen: (dialog: PanelDialog) => void;
}

/** Title, badges and menu. While a later answer is under way a thin bar runs along it. */
export function PanelHead({ placed, title, description, data, notices, scope, onOpen }: PanelHeadProps) {
  const { isWall, timeZone, refreshEvery, onViewPanel } = useDashboard();
  const { error, answeredAt, isKept, isLoading } = data;
  const isOverdue = answeredAt !== undefined && refreshEvery !== undefined && msSince(answeredAt) > 2.5 * refreshEvery;
  const isStale = answeredAt !== undefined && (error !== undefined || isKept || isOverdue);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the pointer; the menu and the key v do the same
    <header className="v-panel-head" onDoubleClick={() => onViewPanel?.(placed.key)}>
      {isLoading && answeredAt !== undefined && <span className="v-panel-busy" aria-hidden />}
      <h2
        className="v-panel-title"
        title={title}
        aria-label={title.trim() === "" ? dashboardMessages.panel.untitled : undefined}
      >
        {title}
      </h2>
      {isStale && <span className="v-panel-age">{ageText(answeredAt, timeZone)}</span>}
      {!isWall && description !== "" && (
        <Badge label={dashboardMessages.panel.info(title)} icon={<Info aria-hidden />}>
          <p>{description}</p>
        </Badge>
      )}
      {!isWall && notices.length > 0 && (
        <Badge label={dashboardMessages.panel.notices} icon={<CircleAlert aria-hidden />} kind="warn">
          {[...new Set(notices)].map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </Badge>
      )}
      {error !== undefined && (
        <Badge label={dashboardMessages.panel.failed} icon={<TriangleAlert aria-hidden />} kind="crit">
          <p>{error.message}</p>
        </Badge>
      )}
      {!isWall && (
        <PanelMenu
          placed={placed}
          title={title || dashboardMessages.panel.untitled}
          links={filledLinks(placed.panel.links, scope)}
          onOpen={onOpen}
        />
      )}
    </header>
  );
}

function ageText(answeredAt: Moment, timeZone: string): string {
  const date = dateOf(answeredAt);
  const { staleSince, staleUnknown } = dashboardMessages.panel;
  return date === undefined ? staleUnknown : staleSince(timeText(date, timeZone));
}

interface BadgeProps {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly kind?: "warn" | "crit";
  readonly children: React.ReactNode;
}

function Badge({ label, icon, kind, children }: BadgeProps) {
  return (
    <DialogTrigger>
      <Button className="v-panel-badge" data-kind={kind} aria-label={label}>
        {icon}
      </Button>
      <Popover className="v-popover" placement="bottom" offset={4}>
        <Dialog className="v-panel-note" aria-label={label}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
