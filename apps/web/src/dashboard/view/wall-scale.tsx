import { type CSSProperties, type ReactNode, useMemo, useRef } from "react";
import { DashboardContext, useDashboard } from "./dashboard-context.ts";
import { useSize } from "./use-size.ts";

interface WallScaleProps {
  /** Grid rows that share the height of the screen. */
  readonly rows: number;
  readonly children: ReactNode;
}

/** Height of a grid row, in sizes of the axis type, below which type shrinks with the rows. */
const ROOMY = 1.7;
const SMALLEST = 0.36;
/** Of the type's size: a dashboard that would have to be smaller is shown in pages. */
const READABLE = 0.5;

/** Grid rows that can be read at once. @param height - of the screen, in pixels */
export function readableRows(height: number, fontSize: number): number {
  return height / (fontSize * ROOMY * READABLE);
}

/** Shrinks the type of a wall when a dashboard has more rows than the screen has room for. */
export function WallScale({ rows, children }: WallScaleProps) {
  const shared = useDashboard();
  const element = useRef<HTMLDivElement>(null);
  const size = useSize(element);
  const pitch = size === undefined ? undefined : size.height / Math.max(1, rows);
  const { fontSize } = shared.chartTheme;
  const scale = pitch === undefined ? 1 : Math.min(1, Math.max(SMALLEST, pitch / (fontSize * ROOMY)));
  const scaled = useMemo(
    () => ({ ...shared, chartTheme: { ...shared.chartTheme, fontSize: Math.max(8, Math.round(fontSize * scale)) } }),
    [shared, fontSize, scale],
  );
  return (
    <div className="v-wall-scale" ref={element} style={scaleStyle(scale)}>
      {size !== undefined && <DashboardContext value={scaled}>{children}</DashboardContext>}
    </div>
  );
}

function scaleStyle(scale: number): CSSProperties {
  const style: CSSProperties & Record<`--${string}`, string> = { "--v-wall-scale": scale.toFixed(3) };
  return style;
}
