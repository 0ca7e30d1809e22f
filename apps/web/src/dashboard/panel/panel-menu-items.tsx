import {
  ClipboardCopy,
  Copy,
  ExternalLink,
  Eye,
  Lightbulb,
  Link as LinkIcon,
  MessageSquarePlus,
  Pencil,
  Table2,
  Trash2,
} from "lucide-react";
import { Menu, Separator } from "react-aria-components";
import { useLocation, useNavigate } from "react-router";
import { copyText } from "../../control/clipboard.ts";
import { MenuEntry } from "../../control/menu-entry.tsx";
import { dashboardMessages } from "../messages.ts";
import type { DataLink } from "../model/dashboard-document.ts";
import { type JsonObject, objectsOf } from "../model/json.ts";
import type { PlacedPanel } from "../model/layout.ts";
import { fixedRange } from "../model/time/time-range.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import type { PanelDialog } from "./panel-dialogs.tsx";
import { editing, type PanelEdit } from "./panel-edit.ts";
import { linkToPanel } from "./panel-link.ts";

export interface PanelMenuProps {
  readonly placed: PlacedPanel;
  readonly title: string;
  readonly links: readonly DataLink[];
  readonly onOpen: (dialog: PanelDialog) => void;
}

export function PanelMenuItems({ placed, title, links, onOpen }: PanelMenuProps) {
  const { onViewPanel, viewedPanel, span, uid, dashboard, canEdit, onAnnotate } = useDashboard();
  const navigate = useNavigate();
  const { search } = useLocation();
  const texts = dashboardMessages.panel;
  const edit = (kind: PanelEdit["kind"]) => void navigate(...editing(uid, { kind, id: placed.panel.id }));
  const copyPanel = () => void copyText(JSON.stringify(panelDocument(dashboard.json, placed.panel.id)));
  const isViewed = viewedPanel === placed.key;
  const copyLink = () => void copyText(linkToPanel(placed.key, fixedRange(span)));
  return (
    <Menu className="v-menu" aria-label={texts.menu(title)}>
      {onViewPanel !== undefined && (
        <MenuEntry
          icon={Eye}
          text={isViewed ? texts.leaveView : texts.view}
          onAction={() => onViewPanel(isViewed ? undefined : placed.key)}
        />
      )}
      {canEdit && (
        <MenuEntry
          icon={Pencil}
          text={texts.edit}
          onAction={() => void navigate(`/d/${encodeURIComponent(uid)}/panels/${placed.panel.id}/edit${search}`)}
        />
      )}
      <MenuEntry icon={Table2} text={texts.data} onAction={() => onOpen("data")} />
      <MenuEntry icon={Lightbulb} text={texts.explain} onAction={() => onOpen("explain")} />
      {onAnnotate !== undefined && placed.panel.type === "timeseries" && (
        <MenuEntry
          icon={MessageSquarePlus}
          text={texts.annotate}
          onAction={() => onAnnotate({ panelId: placed.panel.id, from: span.to, to: span.to })}
        />
      )}
      <MenuEntry icon={LinkIcon} text={texts.copyLink} onAction={copyLink} />
      <MenuEntry icon={ClipboardCopy} text={texts.copyPanel} onAction={copyPanel} />
      {canEdit && (
        <>
          <MenuEntry icon={Copy} text={texts.duplicate} onAction={() => edit("duplicate")} />
          <MenuEntry icon={Trash2} text={texts.remove} data-kind="danger" onAction={() => edit("remove")} />
        </>
      )}
      {links.length > 0 && <Separator className="v-menu-line" />}
      {links.map(({ title: text, url, opensNewTab }) => (
        <MenuEntry
          icon={ExternalLink}
          text={text}
          key={`${text} ${url}`}
          href={url}
          rel="noopener"
          {...(opensNewTab ? { target: "_blank" } : {})}
        />
      ))}
    </Menu>
  );
}

/** The panel as its dashboard has it, to be pasted into another one. */
function panelDocument(dashboard: JsonObject, id: number): JsonObject | undefined {
  const panels = objectsOf(dashboard["panels"]).flatMap((panel) => [panel, ...objectsOf(panel["panels"])]);
  return panels.find((panel) => panel["id"] === id);
}
