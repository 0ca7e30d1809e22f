import { EllipsisVertical, ExternalLink, Eye, Lightbulb, Link as LinkIcon, Pencil, Table2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { useLocation, useNavigate } from "react-router";
import type { PanelData } from "../data/use-panel-data.ts";
import { dashboardMessages } from "../messages.ts";
import type { DataLink } from "../model/dashboard-document.ts";
import type { DisplayFrame } from "../model/frame/frame.ts";
import type { PlacedPanel } from "../model/layout.ts";
import { fixedRange } from "../model/time/time-range.ts";
import type { Scope } from "../model/variable/interpolate.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import "../../control/menu.css";

interface PanelMenuProps {
  readonly placed: PlacedPanel;
  readonly title: string;
  readonly data: PanelData;
  readonly frames: readonly DisplayFrame[];
  readonly scope: Scope;
  readonly links: readonly DataLink[];
}

export function PanelMenu({ placed, title, data, frames, scope, links }: PanelMenuProps) {
  const { onViewPanel, viewedPanel, span, uid, canEdit } = useDashboard();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [opened, setOpened] = useState<"data" | "explain">();
  const texts = dashboardMessages.panel;
  const isViewed = viewedPanel === placed.key;
  const copyLink = () => void navigator.clipboard.writeText(linkTo(placed.key, fixedRange(span)));
  return (
    <>
      <MenuTrigger>
        <Button className="v-panel-menu" aria-label={texts.menu(title)}>
          <EllipsisVertical aria-hidden />
        </Button>
        <Popover className="v-popover" placement="bottom end" offset={4}>
          <Menu className="v-menu" aria-label={texts.menu(title)}>
            {onViewPanel !== undefined && (
              <MenuItem className="v-menu-item" onAction={() => onViewPanel(isViewed ? undefined : placed.key)}>
                <Eye aria-hidden />
                {isViewed ? texts.leaveView : texts.view}
              </MenuItem>
            )}
            {canEdit && (
              <MenuItem
                className="v-menu-item"
                onAction={() => void navigate(`/d/${encodeURIComponent(uid)}/panels/${placed.panel.id}/edit${search}`)}
              >
                <Pencil aria-hidden />
                {texts.edit}
              </MenuItem>
            )}
            <MenuItem className="v-menu-item" onAction={() => setOpened("data")}>
              <Table2 aria-hidden />
              {texts.data}
            </MenuItem>
            <MenuItem className="v-menu-item" onAction={() => setOpened("explain")}>
              <Lightbulb aria-hidden />
              {texts.explain}
            </MenuItem>
            <MenuItem className="v-menu-item" onAction={copyLink}>
              <LinkIcon aria-hidden />
              {texts.copyLink}
            </MenuItem>
            {links.length > 0 && <Separator className="v-menu-line" />}
            {links.map(({ title: text, url, opensNewTab }) => (
              <MenuItem
                key={`${text} ${url}`}
                className="v-menu-item"
                href={url}
                rel="noopener"
                {...(opensNewTab ? { target: "_blank" } : {})}
              >
                <ExternalLink aria-hidden />
                {text}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Suspense fallback={null}>
        {opened === "data" && (
          <PanelDataDialog
            title={title}
            frames={frames}
            scope={scope}
            now={data.span.to}
            onClose={() => setOpened(undefined)}
          />
        )}
        {opened === "explain" && <PanelExplainDialog title={title} data={data} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  );
}

const PanelDataDialog = lazy(async () => ({ default: (await import("./panel-data-dialog.tsx")).PanelDataDialog }));
const PanelExplainDialog = lazy(async () => ({
  default: (await import("./panel-explain-dialog.tsx")).PanelExplainDialog,
}));

/** The address that shows this panel alone, at the very times that are seen now. */
function linkTo(key: string, range: { readonly from: string; readonly to: string }): string {
  const url = new URL(window.location.href);
  url.searchParams.set("viewPanel", key);
  url.searchParams.set("from", range.from);
  url.searchParams.set("to", range.to);
  return url.toString();
}
