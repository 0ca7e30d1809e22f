import { lazy, type ReactNode, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { DataLink } from "../model/dashboard-document.ts";

/** Values with several links are few. */
const LinkMenu = lazy(async () => ({ default: (await import("./link-menu.tsx")).LinkMenu }));

interface Place {
  /** Viewport pixels. */
  readonly x: number;
  readonly y: number;
}

interface DataLinks {
  /** Follows the only link, or offers several at a place. */
  readonly follow: (links: readonly DataLink[], at: Place, isNewTab: boolean) => void;
  /** Has to stand somewhere in the panel. */
  readonly menu: ReactNode;
}

/** Where a press on a value leads. */
export function useDataLinks(): DataLinks {
  const navigate = useNavigate();
  const [offered, setOffered] = useState<{ readonly links: readonly DataLink[]; readonly at: Place }>();
  const follow: DataLinks["follow"] = (links, at, isNewTab) => {
    const [only] = links;
    if (only === undefined) return;
    if (links.length > 1) setOffered({ links, at });
    else if (isNewTab || only.opensNewTab || !only.url.startsWith("/")) {
      window.open(only.url, isNewTab || only.opensNewTab ? "_blank" : "_self", "noopener");
    } else void navigate(only.url);
  };
  const menu = offered !== undefined && (
    <Suspense>
      <LinkMenu {...offered} onClose={() => setOffered(undefined)} />
    </Suspense>
  );
  return { follow, menu };
}

/** The button of the mouse that opens links in a tab of their own. */
export const MIDDLE = 1;

/** Whether a press asks for a tab of its own, as on any link. */
export function asksForTab(event: Event): boolean {
  return event instanceof MouseEvent || event instanceof KeyboardEvent ? event.ctrlKey || event.metaKey : false;
}
