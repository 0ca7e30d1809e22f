import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Check, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { dashboardSearchQuery } from "../api/dashboards.ts";
import { peopleQuery } from "../api/people.ts";
import { playlistsQuery } from "../api/playlists.ts";
import { IconButton } from "../control/icon-button.tsx";
import { dismissChecklist, isChecklistDismissed, rememberWorkersSeen, wereWorkersSeen } from "./checklist-memory.ts";
import { homeTexts } from "./messages.ts";

/** The dashboard and the playlist that every instance has from its first start. */
const WORKERS = "delivery-workers";
const WELCOME = "welcome";

/** First steps of a new instance; each is ticked when the server shows that it was done. */
export function Checklist() {
  const [isDismissed, setDismissed] = useState(isChecklistDismissed);
  const people = useQuery({ ...peopleQuery({ query: "", page: 1, perpage: 2 }), enabled: !isDismissed });
  const dashboards = useQuery({ ...dashboardSearchQuery({ limit: 2 }), enabled: !isDismissed });
  const playlists = useQuery({ ...playlistsQuery, enabled: !isDismissed });
  if (isDismissed || people.data === undefined || dashboards.data === undefined || playlists.data === undefined) {
    return null;
  }

  const texts = homeTexts.steps;
  const steps = [
    { ...texts.workers, to: `/d/${WORKERS}`, isDone: wereWorkersSeen() },
    { ...texts.invite, to: "/people/users?invite=1", isDone: people.data.totalCount > 1 },
    { ...texts.dashboard, to: "/dashboards/new", isDone: dashboards.data.rows.some(({ uid }) => uid !== WORKERS) },
    {
      ...texts.wall,
      to: "/playlists/new",
      isDone: playlists.data.items.some(({ metadata }) => metadata.name !== WELCOME),
    },
  ];
  const dismiss = () => {
    dismissChecklist();
    setDismissed(true);
  };

  return (
    <section className="v-card v-checklist" aria-labelledby="checklist">
      <div className="v-home-head">
        <h2 id="checklist">{homeTexts.checklist}</h2>
        <span className="v-hint">{homeTexts.done(steps.filter(({ isDone }) => isDone).length, steps.length)}</span>
        <IconButton label={homeTexts.dismiss} icon={<X aria-hidden />} onPress={dismiss} />
      </div>
      <ol className="v-checklist-steps">
        {steps.map(({ name, text, to, isDone }) => (
          <li key={to}>
            <Link
              to={to}
              className="v-step"
              data-done={isDone || undefined}
              onClick={() => to === `/d/${WORKERS}` && rememberWorkersSeen()}
            >
              <span className="v-step-mark">{isDone && <Check aria-hidden />}</span>
              <span className="v-step-text">
                <strong>{name}</strong>
                {isDone && <span className="v-hidden">{homeTexts.isDone}</span>}
                <span>{text}</span>
              </span>
              <ArrowRight className="v-step-arrow" aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
