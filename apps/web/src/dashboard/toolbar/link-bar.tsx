import { ExternalLink } from "lucide-react";
import { Link } from "react-router";
import { dashboardMessages } from "../messages.ts";
import type { DashboardLink } from "../model/dashboard-document.ts";
import { safeUrl } from "../panel/data-link.ts";
import type { Session } from "../view/use-session.ts";
import { dashboardLinkUrl } from "./dashboard-link.ts";
import { TaggedDashboards } from "./tagged-dashboards.tsx";
import "../../control/button.css";
import "./toolbar.css";

/** Where the dashboard leads: other dashboards, and addresses elsewhere. */
export function LinkBar({ session }: { readonly session: Session }) {
  const links = session.dashboard.links.flatMap((link) => openable(link, session));
  if (links.length === 0) return null;
  return (
    <nav className="v-dashboard-links" aria-label={dashboardMessages.page.links}>
      {links.map(({ link, url }) =>
        link.kind === "dashboards" ? (
          <TaggedDashboards key={`${link.title} ${link.tags}`} link={link} session={session} />
        ) : (
          <Link
            key={`${link.title} ${url}`}
            to={url}
            className="v-button"
            data-kind="quiet"
            title={link.tooltip}
            rel="noopener"
            {...(link.opensNewTab ? { target: "_blank" } : {})}
          >
            <ExternalLink aria-hidden />
            {link.title || url}
          </Link>
        ),
      )}
    </nav>
  );
}

function openable(link: DashboardLink, session: Session): { link: DashboardLink; url: string }[] {
  if (link.kind === "dashboards") return [{ link, url: "" }];
  const url = safeUrl(dashboardLinkUrl(link, session));
  return url === undefined ? [] : [{ link, url }];
}
