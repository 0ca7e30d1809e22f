import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { TooltipContent, TooltipSection } from "./tooltip.ts";

/** Lines of one neighbour, and of all together: the tooltip must fit the window. */
const MOST_ROWS = 5;
const MOST_LINES = 30;

interface Neighbour {
  readonly element: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly contentAt: (time: number) => TooltipContent | undefined;
}

/**
 * Where the dashboard shares tooltips, this chart answers the others of what is in sight.
 *
 * @returns what the others say of a moment
 */
export function useNeighbours({ element, label, contentAt }: Neighbour): (time: number) => readonly TooltipSection[] {
  const { neighbours } = useDashboard();
  const say = useEffectEvent((time: number): TooltipSection | undefined => {
    const { rows = [] } = (isInSight(element.current) && contentAt(time)) || {};
    return rows.length === 0 ? undefined : { title: label, rows: rows.slice(0, MOST_ROWS) };
  });
  const [own] = useState(() => ({ say: (_time: number): TooltipSection | undefined => undefined }));
  useEffect(() => {
    if (neighbours === undefined) return undefined;
    own.say = (time) => say(time);
    neighbours.add(own.say);
    return () => void neighbours.delete(own.say);
  }, [neighbours, own]);

  return (time) => {
    let lines = 0;
    return [...(neighbours ?? [])].flatMap((ask) => {
      const section = ask === own.say || lines >= MOST_LINES ? undefined : ask(time);
      lines += section === undefined ? 0 : section.rows.length + 1;
      return section ?? [];
    });
  };
}

function isInSight(element: HTMLElement | null): boolean {
  const box = element?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < window.innerHeight;
}
