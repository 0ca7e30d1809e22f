import { CircleAlert, Info, Square, TriangleAlert } from "lucide-react";
import { lazy, Suspense } from "react";
import { Button } from "../../control/button.tsx";
import { CopyDetails } from "../../control/copy-details.tsx";
import { messages } from "../../messages/en.ts";
import type { PanelData } from "../data/use-panel-data.ts";
import { dashboardMessages } from "../messages.ts";
import type { PlacedPanel } from "../model/layout.ts";
import { dateOf, type Moment, msSince } from "../model/time/moment.ts";
import { panelRange } from "../model/time/panel-range.ts";
import { timeText } from "../model/time/time-text.ts";
import { interpolate, type Scope } from "../model/variable/interpolate.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import { filledLinks } from "./data-link.ts";
import { PanelBadge } from "./panel-badge.tsx";
import type { PanelDialog } from "./panel-dialogs.tsx";
import { PanelLinks } from "./panel-links.tsx";
import { PanelMenu } from "./panel-menu.tsx";

/** Markdown and its sanitiser are large: they come with the first description that somebody opens. */
const PanelDescription = lazy(async () => ({
  default: (await import("./panel-description.tsx")).PanelDescription,
}));

interface PanelHeadProps {
  readonly placed: PlacedPanel;
  readonly title: string;
  readonly description: string;
  readonly data: PanelData;
  /** What people should know about what they see. */
  readonly notices: readonly string[];
  readonly scope: Scope;
  /** A value is beyond its critical threshold. */
  readonly isCritical: boolean;
  readonly onAskAgain: () => void;
  readonly onOpen: (dialog: PanelDialog) => void;
  readonly isMenuOpen: boolean;
  readonly onMenu: (isOpen: boolean) => void;
}

/** Title, badges and menu. While a later answer is under way a thin bar runs along it. */
export function PanelHead(props: PanelHeadProps) {
  const { placed, title, description, data, notices, scope, isCritical, onAskAgain, onOpen, isMenuOpen, onMenu } =
    props;
  const { isWall, timeZone, refreshEvery, onViewPanel } = useDashboard();
  const { error, answeredAt, isKept } = data;
  const isOverdue = answeredAt !== undefined && refreshEvery !== undefined && msSince(answeredAt) > 2.5 * refreshEvery;
  const isStale = answeredAt !== undefined && (error !== undefined || isKept || isOverdue);
  const links = isWall ? [] : filledLinks(placed.panel.links, scope);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the pointer; the menu and the key v do the same
    <header className="v-panel-head" onDoubleClick={() => onViewPanel?.(placed.key)}>
      <BusyBar data={data} />
      <h2
        className="v-panel-title"
        title={title}
        aria-label={title.trim() === "" ? dashboardMessages.panel.untitled : undefined}
      >
        {title}
      </h2>
      <OwnRange panel={placed.panel} scope={scope} />
      {isStale && <PanelAge answeredAt={answeredAt} timeZone={timeZone} />}
      {!isWall && description !== "" && (
        <PanelBadge label={dashboardMessages.panel.info(title)} icon={<Info aria-hidden />}>
          <Suspense fallback={<p>{description}</p>}>
            <PanelDescription text={description} />
          </Suspense>
        </PanelBadge>
      )}
      {links.length > 0 && <PanelLinks title={title || dashboardMessages.panel.untitled} links={links} />}
      {!isWall && isCritical && (
        <span className="v-panel-critical" title={dashboardMessages.panel.beyond}>
          <Square role="img" aria-label={dashboardMessages.panel.beyond} />
        </span>
      )}
      {!isWall && notices.length > 0 && (
        <PanelBadge label={dashboardMessages.panel.notices} icon={<CircleAlert aria-hidden />} kind="warn">
          {notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </PanelBadge>
      )}
      {error !== undefined && <FaultBadge error={error} onAskAgain={onAskAgain} />}
      {!isWall && (
        <PanelMenu
          isOpen={isMenuOpen}
          onOpenChange={onMenu}
          placed={placed}
          title={title || dashboardMessages.panel.untitled}
          links={links}
          onOpen={onOpen}
        />
      )}
    </header>
  );
}

/** Of a panel that has something to show meanwhile. */
function BusyBar({ data: { isLoading, answeredAt, error } }: Pick<PanelHeadProps, "data">) {
  if (!isLoading || (answeredAt === undefined && error === undefined)) return null;
  return <span className="v-panel-busy" aria-hidden />;
}

interface FaultBadgeProps {
  readonly error: Error;
  readonly onAskAgain: () => void;
}

function FaultBadge({ error, onAskAgain }: FaultBadgeProps) {
  const { isWall } = useDashboard();
  return (
    <PanelBadge
      label={dashboardMessages.panel.failed}
      hint={error.message}
      icon={<TriangleAlert aria-hidden />}
      kind="crit"
    >
      <p>{error.message}</p>
      {!isWall && (
        <Button kind="quiet" onPress={onAskAgain}>
          {messages.error.retry}
        </Button>
      )}
      <CopyDetails error={error} />
    </PanelBadge>
  );
}

/** Of a panel that shows another time than the dashboard says, unless it is to say nothing. */
function OwnRange({ panel, scope }: { readonly panel: PlacedPanel["panel"]; readonly scope: Scope }) {
  const { span, clock } = useDashboard();
  if (panel.hideTimeOverride || (panel.timeFrom === "" && panel.timeShift === "")) return null;
  const write = (text: string) => interpolate(text, scope);
  const { length, shiftText: shift } = panelRange(panel, { span, clock, write });
  if (length === undefined && shift === undefined) return null;
  return <span className="v-panel-range">{dashboardMessages.panel.ownRange({ length, shift })}</span>;
}

interface PanelAgeProps {
  readonly answeredAt: Moment;
  readonly timeZone: string;
}

function PanelAge({ answeredAt, timeZone }: PanelAgeProps) {
  const date = dateOf(answeredAt);
  const { staleSince, staleUnknown } = dashboardMessages.panel;
  return (
    <span className="v-panel-age">
      {date === undefined ? (
        staleUnknown
      ) : (
        <>
          <span className="v-panel-age-words">{staleSince} </span>
          {timeText(date, timeZone)}
        </>
      )}
    </span>
  );
}
