import { ExternalLink } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Menu, MenuItem, Popover } from "react-aria-components";
import { useNavigate } from "react-router";
import { dashboardMessages } from "../messages.ts";
import type { DataLink } from "../model/dashboard-document.ts";
import "../../control/menu.css";

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
  const anchor = useRef<HTMLSpanElement>(null);
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
    <>
      <span ref={anchor} style={{ position: "fixed", left: offered.at.x, top: offered.at.y }} />
      <Popover
        className="v-popover"
        triggerRef={anchor}
        isOpen
        onOpenChange={(isOpen) => !isOpen && setOffered(undefined)}
        placement="bottom start"
      >
        <Menu
          className="v-menu"
          aria-label={dashboardMessages.panel.links}
          autoFocus="first"
          onClose={() => setOffered(undefined)}
        >
          {offered.links.map(({ title, url, opensNewTab }) => (
            <MenuItem
              key={`${title} ${url}`}
              className="v-menu-item"
              href={url}
              rel="noopener"
              {...(opensNewTab ? { target: "_blank" } : {})}
            >
              <ExternalLink aria-hidden />
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </>
  );
  return { follow, menu };
}

/** Whether a press asks for a tab of its own, as on any link. */
export function asksForTab(event: Event): boolean {
  return event instanceof MouseEvent || event instanceof KeyboardEvent ? event.ctrlKey || event.metaKey : false;
}
