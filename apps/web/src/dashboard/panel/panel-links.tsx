import { ExternalLink } from "lucide-react";
import { Link } from "react-router";
import { dashboardMessages } from "../messages.ts";
import type { DataLink } from "../model/dashboard-document.ts";
import { PanelBadge } from "./panel-badge.tsx";

interface PanelLinksProps {
  /** Of the panel. */
  readonly title: string;
  readonly links: readonly DataLink[];
}

/** Where a panel leads: one place at a press, several from a list. */
export function PanelLinks({ title, links }: PanelLinksProps) {
  const [first, ...others] = links;
  if (first === undefined) return null;
  const icon = <ExternalLink aria-hidden />;
  if (others.length === 0) {
    return (
      <Link className="v-panel-badge" aria-label={first.title} title={first.title} {...placeOf(first)}>
        {icon}
      </Link>
    );
  }
  return (
    <PanelBadge label={dashboardMessages.panel.linksOf(title)} icon={icon}>
      {links.map((link) => (
        <p key={`${link.title} ${link.url}`}>
          <Link {...placeOf(link)}>{link.title}</Link>
        </p>
      ))}
    </PanelBadge>
  );
}

function placeOf({ url, opensNewTab }: DataLink) {
  return { to: url, rel: "noopener", ...(opensNewTab ? { target: "_blank" } : {}) };
}
