import { useQuery } from "@tanstack/react-query";
import { ChevronDown, LayoutDashboard, List } from "lucide-react";
import { useState } from "react";
import { Button, Menu, MenuTrigger, Popover } from "react-aria-components";
import { dashboardSearchQuery } from "../../api/dashboards.ts";
import { MenuEntry } from "../../control/menu-entry.tsx";
import { dashboardMessages } from "../messages.ts";
import type { DashboardLink } from "../model/dashboard-document.ts";
import type { Session } from "../view/use-session.ts";
import { dashboardLinkUrl } from "./dashboard-link.ts";
import "../../control/menu.css";

const MOST = 100;

interface TaggedDashboardsProps {
  readonly link: DashboardLink;
  readonly session: Session;
}

/** The dashboards with the tags of a link, each with the range and the variables where the link takes these along. */
export function TaggedDashboards({ link, session }: TaggedDashboardsProps) {
  const texts = dashboardMessages.page;
  const [isOpen, setOpen] = useState(false);
  const search = { tag: link.tags[0] ?? "", sort: "alpha-asc", limit: MOST } as const;
  const { data, error } = useQuery({ ...dashboardSearchQuery(search), enabled: isOpen });
  const found = data?.rows.filter(({ tags }) => link.tags.every((tag) => tags.includes(tag))) ?? [];
  const newTab = link.opensNewTab ? { target: "_blank" } : {};
  const empty = data === undefined ? dashboardMessages.panel.loading : dashboardMessages.dashboardList.none;
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="v-button" data-kind="quiet">
        <LayoutDashboard aria-hidden />
        {link.title || texts.dashboards}
        <ChevronDown aria-hidden />
      </Button>
      <Popover className="v-popover" placement="bottom end" offset={4}>
        {found.length === 0 && <p className="v-menu-header">{error?.message ?? empty}</p>}
        <Menu className="v-menu" aria-label={link.title || texts.dashboards}>
          {found.map(({ uid, title }) => (
            <MenuEntry
              key={uid}
              icon={LayoutDashboard}
              text={title}
              href={dashboardLinkUrl(link, session, `/d/${encodeURIComponent(uid)}`)}
              {...newTab}
            />
          ))}
          <MenuEntry
            id="list"
            icon={List}
            text={texts.listOfTagged}
            href={`/dashboards?${link.tags.map((tag) => `tag=${encodeURIComponent(tag)}`).join("&")}`}
          />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
