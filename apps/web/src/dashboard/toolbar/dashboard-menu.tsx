import {
  Braces,
  EllipsisVertical,
  ExternalLink,
  History,
  LayoutGrid,
  Lock,
  type LucideIcon,
  Plus,
  Settings,
  Share2,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { useNavigate } from "react-router";
import type { readOnlyReason } from "../../api/dashboards.ts";
import { dashboardMessages } from "../messages.ts";
import type { DashboardLink } from "../model/dashboard-document.ts";
import { safeUrl } from "../panel/data-link.ts";
import { linkToView } from "../view/link-to-view.ts";
import type { Session } from "../view/use-session.ts";
import { dashboardLinkUrl } from "./dashboard-link.ts";
import "../../control/menu.css";

interface DashboardMenuProps {
  readonly uid: string;
  readonly session: Session;
  /** The document as stored. */
  readonly document: unknown;
  readonly readOnly: ReturnType<typeof readOnlyReason>;
  readonly hidesLinks: boolean;
}

/** Where a dashboard is changed. One that says that it cannot be edited is made so in its settings. */
const EDITS: readonly {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly to: string;
  readonly isFor: "editable" | "writable" | "readable";
}[] = [
  { label: dashboardMessages.page.addPanel, icon: Plus, to: "panels/new/edit", isFor: "editable" },
  { label: dashboardMessages.page.layout, icon: LayoutGrid, to: "edit", isFor: "editable" },
  { label: dashboardMessages.page.settings, icon: Settings, to: "settings", isFor: "writable" },
  { label: dashboardMessages.page.history, icon: History, to: "history", isFor: "readable" },
];

/** What a dashboard offers besides: its links, its document. */
export function DashboardMenu({ uid, session, document, readOnly, hidesLinks }: DashboardMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const navigate = useNavigate();
  const links = hidesLinks ? [] : session.dashboard.links.flatMap((link) => openable(link, session));
  const texts = dashboardMessages.page;
  const isWritable = readOnly === undefined;
  const offers = {
    editable: isWritable && session.dashboard.isEditable,
    writable: isWritable,
    readable: true,
  };
  return (
    <>
      <MenuTrigger>
        <Button className="v-button" data-kind="icon" aria-label={texts.menu}>
          <EllipsisVertical aria-hidden />
        </Button>
        <Popover className="v-popover" placement="bottom end" offset={4}>
          <Menu className="v-menu" aria-label={texts.menu}>
            {readOnly === "managed" && (
              <MenuItem className="v-menu-item" isDisabled>
                <Lock aria-hidden />
                {texts.managed}
              </MenuItem>
            )}
            {EDITS.filter(({ isFor }) => offers[isFor]).map(({ label, icon: Icon, to }) => (
              <MenuItem
                key={to}
                className="v-menu-item"
                textValue={label}
                onAction={() => void navigate(`/d/${encodeURIComponent(uid)}/${to}`)}
              >
                <Icon aria-hidden />
                {label}
              </MenuItem>
            ))}
            <MenuItem className="v-menu-item" onAction={() => setSharing(true)}>
              <Share2 aria-hidden />
              {texts.share}
            </MenuItem>
            <MenuItem className="v-menu-item" onAction={() => setOpen(true)}>
              <Braces aria-hidden />
              {texts.json}
            </MenuItem>
            {links.length > 0 && <Separator className="v-menu-line" />}
            {links.map(({ link, url }) => (
              <MenuItem
                key={`${link.title} ${url}`}
                className="v-menu-item"
                href={url}
                rel="noopener"
                {...(link.opensNewTab ? { target: "_blank" } : {})}
              >
                <ExternalLink aria-hidden />
                {link.title || url}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Suspense>
        {isOpen && (
          <JsonDialog
            title={texts.jsonTitle(session.dashboard.title)}
            document={document}
            onClose={() => setOpen(false)}
          />
        )}
        {isSharing && (
          <ShareDialog
            uid={uid}
            title={session.dashboard.title}
            linkTo={(times) => linkToView(session, times)}
            takeSnapshot={async (signal) => {
              const { takeSnapshot } = await import("../view/take-snapshot.ts");
              return await takeSnapshot(document, session, signal);
            }}
            onClose={() => setSharing(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const JsonDialog = lazy(async () => ({ default: (await import("./json-dialog.tsx")).JsonDialog }));
const ShareDialog = lazy(async () => ({ default: (await import("../../snapshots/sharing.ts")).ShareDialog }));

function openable(link: DashboardLink, session: Session): { link: DashboardLink; url: string }[] {
  const url = safeUrl(dashboardLinkUrl(link, session));
  return url === undefined ? [] : [{ link, url }];
}
