import { CHART_THEMES } from "@vedette/chart/core";
import { type AskedBoard, askedBoard, type BoardToAsk, loadFrames } from "../dashboard/data/asked-board.ts";
import { loadAnnotation } from "../dashboard/data/load-annotations.ts";
import type { Tagged } from "../dashboard/data/use-annotations.ts";
import { dashboardMessages } from "../dashboard/messages.ts";
import type { AnnotationEvent } from "../dashboard/model/annotation/annotation-event.ts";
import {
  queryOfStored,
  readAnnotations,
  storedEvents,
  taggedEvents,
  togetherWith,
} from "../dashboard/model/annotation/stored-events.ts";
import type { Theme } from "../dashboard/model/field/color-name.ts";
import { GRID_GAP, GRID_ROW, heightOfRows } from "../dashboard/model/grid-size.ts";
import { layoutDashboard, type PlacedPanel, type PlacedRow } from "../dashboard/model/layout.ts";
import { panelRange } from "../dashboard/model/time/panel-range.ts";
import type { Span } from "../dashboard/model/time/time-range.ts";
import { interpolate, type Scope } from "../dashboard/model/variable/interpolate.ts";
import { repeatedValues } from "../dashboard/model/variable/variable-value.ts";
import { panelNotices } from "../dashboard/panel/panel-notices.ts";
import { scopeOfCopy, titleIn } from "../dashboard/panel/panel-scope.ts";
import { noticePicture, noticesFoot } from "./notice-picture.ts";
import { drawPanel } from "./panel-picture.ts";
import type { PanelPicture, PictureLook } from "./picture-context.ts";
import { moved, svgText, textWidth } from "./svg-text.ts";

export interface DashboardPicture extends BoardToAsk {
  /** Lists what people said happened in a range: at the dashboard, or at any under some tags. */
  readonly askAnnotations: (asked: Span & { readonly tagged?: Tagged }) => Promise<unknown>;
  /** Id of one panel; the whole dashboard unless given. */
  readonly panel?: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  /** Ends the drawing between two panels. */
  readonly signal?: AbortSignal;
}

/** A whole dashboard is laid out so wide and then made smaller; less for thumbnails, where only large things are seen. */
const PAGE_WIDTH = { least: 720, most: 1200, perPixel: 3 };
const COLUMNS = 24;
const MOST_PANELS = 40;
const PADDING = 10;
const TITLE_HEIGHT = 26;

/**
 * Draws a dashboard, or one of its panels, as an SVG document, without a browser.
 *
 * @returns `undefined` when there is no such panel
 * @throws the signal's reason
 */
export async function drawDashboard(picture: DashboardPicture): Promise<string | undefined> {
  const board = await openBoard(picture);
  const layout = layoutDashboard(board.dashboard.panels, {
    valuesOf: (name) => repeatedValues(board.scope.variables.get(name)),
  });
  const { width, height } = picture;
  if (picture.panel !== undefined) {
    const found = layout.items.find((item) => item.kind === "panel" && item.key === picture.panel);
    if (found?.kind !== "panel") return undefined;
    return documentOf(await drawCard(found, { width, height }, board), { width, height }, board, { width, height });
  }
  const inner = Math.min(PAGE_WIDTH.most, Math.max(PAGE_WIDTH.least, width * PAGE_WIDTH.perPixel));
  const page = { width: inner + GRID_GAP * 2, height: ((inner + GRID_GAP * 2) * height) / width };
  const visible = layout.items.filter(({ pos }) => pos.y * (GRID_ROW + GRID_GAP) < page.height).slice(0, MOST_PANELS);
  const drawn = await Promise.all(visible.map((item) => drawItem(item, (inner + GRID_GAP) / COLUMNS, board)));
  return documentOf(moved(GRID_GAP, GRID_GAP, drawn.join("")), page, board, { width, height });
}

interface Board extends AskedBoard, PictureLook {
  readonly picture: DashboardPicture;
  /** What happened; nobody is asked before somebody draws it. */
  readonly events: () => Promise<readonly AnnotationEvent[]>;
}

async function openBoard(picture: DashboardPicture): Promise<Board> {
  const board = await askedBoard(picture);
  let events: Promise<readonly AnnotationEvent[]> | undefined;
  return {
    ...board,
    theme: picture.theme,
    chartTheme: CHART_THEMES[picture.theme],
    picture,
    events: () => {
      events ??= loadEvents(board, picture);
      return events;
    },
  };
}

/** As the document switches them on; those that are not answered stay out. */
async function loadEvents(
  { dashboard, span, scope, sources, ask }: AskedBoard,
  picture: DashboardPicture,
): Promise<readonly AnnotationEvent[]> {
  const stored = queryOfStored(dashboard);
  const isOn = dashboard.annotations.filter(({ isEnabled }) => isEnabled);
  const context = { span, scope, sources, ask };
  const said = async (tagged?: Tagged) =>
    readAnnotations(await picture.askAnnotations(tagged === undefined ? span : { ...span, tagged }));
  const [found, own] = await Promise.all([
    answered([
      ...isOn.filter(({ expr }) => expr !== "").map((query) => loadAnnotation(query, context)),
      ...isOn.flatMap((query) =>
        query.tagged === undefined ? [] : said(query.tagged).then((all) => taggedEvents(all, query)),
      ),
    ]),
    answered(stored.isEnabled ? [said().then((all) => storedEvents(all, stored))] : []),
  ]);
  return togetherWith(found, own);
}

async function answered(asked: readonly Promise<readonly AnnotationEvent[]>[]): Promise<AnnotationEvent[]> {
  const found = await Promise.allSettled(asked);
  return found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function documentOf(content: string, page: Size, { chartTheme, theme }: Board, size: Size): string {
  const ground = theme === "dark" ? "#090c11" : "#f3f5f7";
  const head = `xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"`;
  const box = `viewBox="0 0 ${page.width} ${page.height}" preserveAspectRatio="xMidYMin slice"`;
  const background = `<rect width="${page.width}" height="${page.height}" fill="${ground}"/>`;
  return `<svg ${head} ${box} color="${chartTheme.text}">${background}${content}</svg>`;
}

/** @param column - width of one of the grid's columns */
async function drawItem(item: PlacedPanel | PlacedRow, column: number, board: Board): Promise<string> {
  const { x, y, w, h } = item.pos;
  const [left, top] = [x * column, y * (GRID_ROW + GRID_GAP)];
  if (item.kind === "row") {
    const style = { size: 15, color: board.chartTheme.text, weight: 600 };
    return svgText(titleIn(item.row.title, board.scope), left + 4, top + 22, style, board.chartTheme);
  }
  const size = { width: w * column - GRID_GAP, height: heightOfRows(h) };
  return moved(left, top, await drawCard(item, size, board));
}

/** A panel with its title on its ground. */
async function drawCard({ panel, scoped }: PlacedPanel, { width, height }: Size, board: Board): Promise<string> {
  const { chartTheme, theme, timeZone } = board;
  const scope = scopeOfCopy(board.scope, scoped);
  const title = titleIn(panel.title, scope);
  const top = title === "" ? PADDING : TITLE_HEIGHT + 4;
  const inner = { width: width - PADDING * 2, height: height - top - PADDING };
  const { frames, failure, reason, queries, transformations, span } = await loadFrames(panel, board, {
    scope,
    width: inner.width,
  });
  board.picture.signal?.throwIfAborted();
  const ground = panel.isTransparent ? "none" : chartTheme.background;
  const range = title === "" ? "" : ownRangeText(panel, board, scope);
  const small = { size: 11, color: chartTheme.label, anchor: "end" as const };
  const room = inner.width - (range === "" ? 0 : textWidth(range, small) + 10);
  const head =
    svgText(title, PADDING, 20, { size: 13, color: chartTheme.text, weight: 600, width: room }, chartTheme) +
    (range === "" ? "" : svgText(range, width - PADDING, 20, small, chartTheme));
  const notices = panelNotices({
    ...{ panel, dashboard: board.dashboard, frames, queries, transformations },
    warnings: [],
    rendered: frames.length,
    isStill: true,
  }).filter((notice) => notice !== reason);
  const foot = noticesFoot(notices, { ...inner, ...board });
  const look = { theme, chartTheme, timeZone };
  const events = TIME_CHARTS.has(panel.type) ? await board.events() : [];
  const left = { width: inner.width, height: inner.height - (foot?.height ?? 0) };
  const body = drawBody({ panel, frames, events, failure, reason, span, scope, ...left, ...look });
  const card = `<rect width="${width}" height="${height}" rx="6" fill="${ground}"/>${head}${moved(PADDING, top, body)}`;
  return foot === undefined ? card : card + moved(PADDING, top + left.height, foot.svg);
}

/** Of a panel that shows another time than the dashboard, unless it is to say nothing. */
function ownRangeText(panel: PlacedPanel["panel"], { span, clock }: Board, scope: Scope): string {
  if (panel.hideTimeOverride) return "";
  const write = (text: string): string => interpolate(text, scope);
  const { length, shiftText: shift } = panelRange(panel, { span, clock, write });
  return dashboardMessages.panel.ownRange({ length, shift });
}

/** The kinds of panels that show what happened. */
const TIME_CHARTS = new Set(["timeseries", "trend"]);

/** A panel that cannot be drawn costs nobody the others. */
function drawBody(picture: PanelPicture): string {
  if (picture.width < 10 || picture.height < 10) return "";
  try {
    return drawPanel(picture);
  } catch {
    return noticePicture(dashboardMessages.panel.notDrawn, picture);
  }
}
