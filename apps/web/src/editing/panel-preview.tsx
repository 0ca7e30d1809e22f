import { Monitor, Smartphone, Table, Tv } from "lucide-react";
import { type CSSProperties, useMemo, useRef, useState } from "react";
import { useIsPhone } from "../control/use-media.ts";
import type { JsonObject } from "../dashboard/model/json.ts";
import { readPanels } from "../dashboard/model/read-panel.ts";
import type { TimeRange } from "../dashboard/model/time/time-range.ts";
import type { Drawn } from "../dashboard/panel/drawn.ts";
import { PanelCard } from "../dashboard/panel/panel-card.tsx";
import { panelKind } from "../dashboard/panel/panel-kinds.ts";
import { DashboardProvider } from "../dashboard/view/dashboard-provider.tsx";
import type { Session } from "../dashboard/view/use-session.ts";
import { useSize } from "../dashboard/view/use-size.ts";
import { WallScale } from "../dashboard/view/wall-scale.tsx";
import { letterScale } from "../style/letter-scale.ts";
import { editingMessages as texts } from "./messages.ts";
import { panelSizeOn, type Screen, WALL_UNIT } from "./panel-size.ts";

interface PanelPreviewProps {
  readonly panel: JsonObject;
  readonly session: Session;
  readonly uid: string;
  readonly onRange: (range: TimeRange) => void;
  /** Told what is drawn, whenever that changes. */
  readonly onDrawn: (drawn: Drawn) => void;
}

const SCREENS = [
  { screen: "desktop", icon: Monitor },
  { screen: "wall", icon: Tv },
  { screen: "phone", icon: Smartphone },
] as const;

/** The panel as the dashboard would draw it on a screen, alive and in its real size, or smaller where there is no room. */
export function PanelPreview({ panel, session, uid, onRange, onDrawn }: PanelPreviewProps) {
  const isPhone = useIsPhone();
  const [screen, setScreen] = useState<Screen>(isPhone ? "phone" : "desktop");
  const [isTable, setTable] = useState(false);
  const room = useRef<HTMLDivElement>(null);
  const available = useSize(room)?.width;
  const placed = useMemo(() => placedAlone(isTable ? asTable(panel) : panel), [panel, isTable]);
  if (placed === undefined) return <div className="v-edit-preview" />;
  const { dashboard } = session;
  const rows = dashboard.panels.reduce((most, { gridPos }) => Math.max(most, (gridPos?.y ?? 0) + (gridPos?.h ?? 0)), 1);
  const size = panelSizeOn(screen, placed.pos, { rows, phoneHeight: panelKind(placed.panel.type).phoneHeight });
  // In larger letters all of the screen is larger: what has room in the panel is the same.
  const letters = letterScale();
  const drawn = { width: size.width * letters, height: size.height * letters, unit: WALL_UNIT * letters };
  const scale = Math.min(1, (available ?? drawn.width) / drawn.width);
  const card = <PanelCard key={`${screen} ${isTable}`} placed={placed} onDrawn={onDrawn} />;
  return (
    <div className="v-edit-stage">
      <fieldset className="v-edit-screens" aria-label={texts.preview.label}>
        {SCREENS.map(({ screen: one, icon: Icon }) => (
          <button
            key={one}
            type="button"
            className="v-edit-screen"
            aria-pressed={screen === one}
            aria-label={isPhone ? texts.preview.screens[one] : undefined}
            onClick={() => setScreen(one)}
          >
            <Icon aria-hidden />
            {!isPhone && texts.preview.screens[one]}
          </button>
        ))}
        <button type="button" className="v-edit-screen" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <Table aria-hidden />
          {texts.preview.table}
        </button>
        <span className="v-edit-screen-size">
          {Math.round(size.width)} × {Math.round(size.height)}
        </span>
      </fieldset>
      <div ref={room} className="v-edit-room" style={{ height: drawn.height * scale }}>
        <div
          className={screen === "wall" ? "v-edit-preview v-dashboard v-dark" : "v-edit-preview"}
          data-wall={screen === "wall" ? "dark" : undefined}
          style={previewStyle(drawn, scale)}
        >
          <DashboardProvider
            session={session}
            uid={uid}
            viewedPanel={placed.key}
            onRange={onRange}
            wall={screen === "wall" ? "dark" : undefined}
            wallUnit={drawn.unit}
          >
            {screen === "wall" ? <WallScale rows={placed.pos.h}>{card}</WallScale> : card}
          </DashboardProvider>
        </div>
      </div>
    </div>
  );
}

interface DrawnSize {
  readonly width: number;
  readonly height: number;
  /** Of a wall. */
  readonly unit: number;
}

function previewStyle({ width, height, unit }: DrawnSize, scale: number) {
  const style: CSSProperties & Record<`--${string}`, string> = {
    "--v-u": `${unit}px`,
    width,
    height,
    padding: 0,
    scale: scale === 1 ? "none" : String(scale),
  };
  return style;
}

/** Its data as they are drawn, in a table. */
function asTable(panel: JsonObject): JsonObject {
  return { ...panel, type: "table", options: {} };
}

function placedAlone(panel: JsonObject) {
  const [read] = readPanels([panel]);
  if (read?.kind !== "panel") return undefined;
  return {
    kind: "panel" as const,
    key: String(read.id),
    panel: read,
    pos: read.gridPos ?? USUAL,
    scoped: NOT_REPEATED,
  };
}

const USUAL = { x: 0, y: 0, w: 12, h: 9 };
const NOT_REPEATED = new Map<string, never>();
