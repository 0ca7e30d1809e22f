import type { Panel, RowPanel } from "../dashboard-document.ts";

/** A row with the panels it owns; those above the first row, or behind a collapsed one, have none. */
export interface Section {
  readonly row: RowPanel | undefined;
  readonly panels: readonly Panel[];
}

/** Tells which panels belong to which row: in the order of the grid, an open row owns all up to the next row. */
export function sectionsOf(panels: readonly (Panel | RowPanel)[]): Section[] {
  const sections: { row: RowPanel | undefined; panels: Panel[] }[] = [];
  for (const panel of inGridOrder(panels)) {
    if (panel.kind === "row") {
      sections.push({ row: panel, panels: [...panel.panels] });
      continue;
    }
    const last = sections.at(-1);
    if (last === undefined || last.row?.isCollapsed === true) sections.push({ row: undefined, panels: [panel] });
    else last.panels.push(panel);
  }
  return sections;
}

/** By place; a panel without one stays behind the panel before it. */
function inGridOrder(panels: readonly (Panel | RowPanel)[]): (Panel | RowPanel)[] {
  let y = 0;
  const placed = panels.map((panel) => {
    y = panel.gridPos?.y ?? y;
    return { panel, y, x: panel.gridPos?.x ?? Number.POSITIVE_INFINITY };
  });
  return placed.toSorted((a, b) => a.y - b.y || (a.x === b.x ? 0 : a.x - b.x)).map(({ panel }) => panel);
}
