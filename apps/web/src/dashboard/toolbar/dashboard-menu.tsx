import {
  Braces,
  EllipsisVertical,
  History,
  Lock,
  type LucideIcon,
  Pencil,
  Plus,
  Printer,
  Settings,
  Share2,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, Menu, MenuTrigger, Popover } from "react-aria-components";
import { useNavigate } from "react-router";
import type { readOnlyReason } from "../../api/dashboards.ts";
import { MenuEntry } from "../../control/menu-entry.tsx";
import { dashboardMessages } from "../messages.ts";
import { editing } from "../panel/panel-edit.ts";
import { linkToView } from "../view/link-to-view.ts";
import type { Session } from "../view/use-session.ts";
import "../../control/menu.css";

interface DashboardMenuProps {
  readonly uid: string;
  readonly session: Session;
  /** The document as stored. */
  readonly document: unknown;
  readonly readOnly: ReturnType<typeof readOnlyReason>;
  readonly onPrint: () => void;
}

/** Where a dashboard is changed. One that says that it cannot be edited is made so in its settings. */
const EDITS: readonly {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly to: string;
  readonly isFor: "editable" | "writable" | "readable";
}[] = [
  { label: dashboardMessages.page.addPanel, icon: Plus, to: "panels/new/edit", isFor: "editable" },
  { label: dashboardMessages.page.edit, icon: Pencil, to: "edit", isFor: "editable" },
  { label: dashboardMessages.page.settings, icon: Settings, to: "settings", isFor: "writable" },
  { label: dashboardMessages.page.history, icon: History, to: "history", isFor: "readable" },
];

/** What a dashboard offers besides: its editors, its document. */
export function DashboardMenu({ uid, session, document, readOnly, onPrint }: DashboardMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const navigate = useNavigate();
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
            {readOnly === "managed" && <MenuEntry icon={Lock} text={texts.managed} isDisabled />}
            {EDITS.filter(({ isFor }) => offers[isFor]).map(({ label, icon: Icon, to }) => (
              <MenuEntry
                icon={Icon}
                text={label}
                key={to}
                onAction={() =>
                  void (to === "edit" ? navigate(...editing(uid)) : navigate(`/d/${encodeURIComponent(uid)}/${to}`))
                }
              />
            ))}
            <MenuEntry icon={Share2} text={texts.share} onAction={() => setSharing(true)} />
            <MenuEntry icon={Printer} text={texts.print} onAction={onPrint} />
            <MenuEntry icon={Braces} text={texts.json} onAction={() => setOpen(true)} />
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
              return await takeSnapshot({ document, uid, session }, signal);
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
