import {
  ClipboardCopy,
  Copy,
  ExternalLink,
  Eye,
  Lightbulb,
  Link as LinkIcon,
  Pencil,
  Table2,
  Trash2,
} from "lucide-react";
import { Menu, MenuItem, Separator } from "react-aria-components";
import { useLocation, useNavigate } from "react-router";
import { dashboardMessages } from "../messages.ts";
import type { DataLink } from "../model/dashboard-document.ts";
import { type JsonObject, objectsOf } from "../model/json.ts";
import type { PlacedPanel } from "../model/layout.ts";
import { fixedRange } from "../model/time/time-range.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import type { PanelDialog } from "./panel-dialogs.tsx";
import { editingPanel, type PanelEdit } from "./panel-edit.ts";
import { linkToPanel } from "./panel-link.ts";

export interface PanelMenuProps {
  readonly placed: PlacedPanel;
  readonly title: string;
  readonly links: readonly DataLink[];
  readonly onOpen: (dialog: PanelDialog) => void;
}

export function PanelMenuItems({ placed, title, links, onOpen }: PanelMenuProps) {
  const { onViewPanel, viewedPanel, span, uid, dashboard, canEdit } = useDashboard();
  const navigate = useNavigate();
  const { search } = useLocation();
  const texts = dashboardMessages.panel;
  const edit = (kind: PanelEdit["kind"]) => void navigate(...editingPanel(uid, { kind, id: placed.panel.id }));
  const copyPanel = () =>
    void navigator.clipboard.writeText(JSON.stringify(panelDocument(dashboard.json, placed.panel.id)));
  const isViewed = viewedPanel === placed.key;
  const copyLink = () => void navigator.clipboard.writeText(linkToPanel(placed.key, fixedRange(span)));
  return (
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
      <MenuItem className="v-menu-item" onAction={() => onOpen("data")}>
        <Table2 aria-hidden />
        {texts.data}
      </MenuItem>
      <MenuItem className="v-menu-item" onAction={() => onOpen("explain")}>
        <Lightbulb aria-hidden />
        {texts.explain}
      </MenuItem>
      <MenuItem className="v-menu-item" onAction={copyLink}>
        <LinkIcon aria-hidden />
        {texts.copyLink}
      </MenuItem>
      <MenuItem className="v-menu-item" onAction={copyPanel}>
        <ClipboardCopy aria-hidden />
        {texts.copyPanel}
      </MenuItem>
      {canEdit && (
        <>
          <MenuItem className="v-menu-item" onAction={() => edit("duplicate")}>
            <Copy aria-hidden />
            {texts.duplicate}
          </MenuItem>
          <MenuItem className="v-menu-item" data-kind="danger" onAction={() => edit("remove")}>
            <Trash2 aria-hidden />
            {texts.remove}
          </MenuItem>
        </>
      )}
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
  );
}

/** The panel as its dashboard has it, to be pasted into another one. */
function panelDocument(dashboard: JsonObject, id: number): JsonObject | undefined {
  const panels = objectsOf(dashboard["panels"]).flatMap((panel) => [panel, ...objectsOf(panel["panels"])]);
  return panels.find((panel) => panel["id"] === id);
}
