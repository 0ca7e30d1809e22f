import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { gridPages, rowsOnPage } from "../model/layout/pages.ts";
import type { DashboardLayout } from "../model/layout.ts";
import { useDashboard } from "./dashboard-context.ts";
import { useSize } from "./use-size.ts";
import { readableRows, WallScale } from "./wall-scale.tsx";

/** Which part of a dashboard that is too tall for its screen is seen. */
export interface PageChoice {
  /** From 0. */
  readonly page: number;
  /** Told how many there are as soon as the size of the screen is known. */
  readonly onPages: (count: number) => void;
}

/** Where things of the grid are seen. */
export interface WallPage {
  /** Grid rows that share the height of the screen. */
  readonly rows: number;
  /** The first row of the page that a row is on. */
  startOf(row: number): number;
  /** Whether that page is the one that is seen. */
  isSeen(row: number): boolean;
}

interface WallPagesProps extends PageChoice {
  readonly layout: DashboardLayout;
  readonly children: (page: WallPage) => ReactNode;
}

/** Shows a dashboard whole, or page by page where its type could not be read otherwise. */
export function WallPages({ layout, page, onPages, children }: WallPagesProps) {
  const { fontSize } = useDashboard().chartTheme;
  const element = useRef<HTMLDivElement>(null);
  const height = useSize(element)?.height;
  const mostRows = height === undefined ? undefined : readableRows(height, fontSize);
  const pages = useMemo(() => {
    const places = layout.items.map(({ pos }) => pos);
    return mostRows === undefined ? [] : gridPages(places, mostRows);
  }, [layout, mostRows]);
  const tell = useEffectEvent(onPages);
  useEffect(() => {
    if (pages.length > 0) tell(pages.length);
  }, [pages.length]);
  const seen = pages[page % Math.max(pages.length, 1)];
  const rows = seen === undefined || mostRows === undefined ? 1 : rowsOnPage(seen, pages, mostRows);
  const startOf = (row: number): number => pages.find(({ end }) => row < end)?.start ?? 0;
  return (
    <div className="v-wall-pages" ref={element}>
      {seen !== undefined && (
        <WallScale rows={rows}>{children({ rows, startOf, isSeen: (row) => startOf(row) === seen.start })}</WallScale>
      )}
    </div>
  );
}
