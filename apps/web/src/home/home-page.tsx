import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard } from "lucide-react";
import { Link } from "react-router";
import { dashboardSearchQuery } from "../api/dashboards.ts";
import { mayAdminister } from "../api/user.ts";
import { Age } from "../control/age.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Checklist } from "./checklist.tsx";
import "./home-page.css";

/** Dashboards shown as recent. */
const RECENT = 8;

export function HomePage() {
  const user = useCurrentUser();
  const recent = useQuery(dashboardSearchQuery({ sort: "updated-desc", limit: RECENT }));
  return (
    <Page title={messages.home.title}>
      {mayAdminister(user) && <Checklist />}
      <section className="v-home-part" aria-labelledby="recent">
        <div className="v-home-head">
          <h2 id="recent">{messages.home.recent}</h2>
          <Link to="/dashboards">{messages.home.all}</Link>
        </div>
        {recent.error !== null && <ErrorState error={recent.error} onRetry={() => void recent.refetch()} />}
        {recent.data?.total === 0 && <p className="v-hint">{messages.home.noRecent}</p>}
        <ul className="v-home-cards">
          {recent.data?.rows.map(({ uid, title, tags, updatedAt }) => (
            <li key={uid}>
              <Link to={`/d/${encodeURIComponent(uid)}`} className="v-home-card">
                <LayoutDashboard aria-hidden />
                <span className="v-home-card-text">
                  <strong>{title}</strong>
                  <span className="v-hint">
                    {updatedAt !== undefined && <Age at={updatedAt} />}
                    {tags.length > 0 && ` · ${tags.join(", ")}`}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
