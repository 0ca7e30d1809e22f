import { ExternalLink } from "lucide-react";
import { useRef } from "react";
import { Menu, Popover } from "react-aria-components";
import { MenuEntry } from "../../control/menu-entry.tsx";
import { dashboardMessages } from "../messages.ts";
import type { DataLink } from "../model/dashboard-document.ts";
import "../../control/menu.css";

interface LinkMenuProps {
  readonly links: readonly DataLink[];
  /** Viewport pixels. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** The links of a value, beside it. */
export function LinkMenu({ links, at, onClose }: LinkMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} style={{ position: "fixed", left: at.x, top: at.y }} />
      <Popover
        className="v-popover"
        triggerRef={anchor}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        placement="bottom start"
      >
        <Menu className="v-menu" aria-label={dashboardMessages.panel.links} autoFocus="first" onClose={onClose}>
          {links.map(({ title, url, opensNewTab }) => (
            <MenuEntry
              icon={ExternalLink}
              text={title}
              key={`${title} ${url}`}
              href={url}
              rel="noopener"
              {...(opensNewTab ? { target: "_blank" } : {})}
            />
          ))}
        </Menu>
      </Popover>
    </>
  );
}
