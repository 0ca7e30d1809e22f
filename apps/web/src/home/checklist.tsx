import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ArrowRight, Check, X } from "lucide-react";
import { Link } from "react-router";
import { isRefusal } from "../api/api-error.ts";
import { changedSettingsQuery } from "../api/changed-settings.ts";
import { dashboardSearchQuery } from "../api/dashboards.ts";
import { peopleQuery } from "../api/people.ts";
import { playlistsQuery } from "../api/playlists.ts";
import { wallsQuery } from "../api/walls.ts";
import { IconButton } from "../control/icon-button.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { useSeen } from "../session/own-choice.ts";
import { isAwaited } from "./awaited.ts";
import { DEMO, WELCOME } from "./demo.ts";
import { homeTexts } from "./messages.ts";

interface Step {
  readonly name: string;
  readonly text: string;
  readonly to: string;
  readonly isDone: boolean;
  /** Done by having looked: what the person then has seen. */
  readonly seen?: string;
}

/** What the checklist tells of this instance; `steps` are absent where nobody wants them, and while they are not known. */
export interface ChecklistState {
  readonly steps: readonly Step[] | undefined;
  readonly isAwaited: boolean;
  /** What it would have to know and did not learn. */
  readonly failed: UseQueryResult | undefined;
  readonly dismiss: () => void;
  /** The person has followed the list to something. */
  readonly see: (what: string) => void;
}

/** What it is called, among what a person has put away, and in it what is done by having looked. */
const SEEN = { list: "checklist", workers: "checklist:workers", methods: "checklist:methods" } as const;

/** First steps of a new instance; each is ticked when the server shows that it was done. */
export function useChecklist(isWanted: boolean): ChecklistState {
  const [wasSeen, see] = useSeen();
  const enabled = isWanted && !wasSeen(SEEN.list);
  const people = useQuery({ ...peopleQuery({ query: "", page: 1, perpage: 2 }), enabled });
  const dashboards = useQuery({ ...dashboardSearchQuery({ limit: 2 }), enabled });
  const demo = useQuery({ ...dashboardSearchQuery({ dashboardUIDs: [DEMO], limit: 1 }), enabled });
  const playlists = useQuery({ ...playlistsQuery, enabled });
  const changed = useQuery({ ...changedSettingsQuery, enabled });
  // Looked at again by the list of walls further down.
  const walls = useQuery({ ...wallsQuery, refetchInterval: false, enabled });
  // Whether mail is set up is known a little later: one mark waits for it, not everything below.
  const isStillAwaited = [people, dashboards, demo, playlists].some(isAwaited);
  // What somebody may not know counts as not done; what did not come is neither done nor not.
  const hasFailed = ({ data, error }: UseQueryResult) => data === undefined && error !== null && !isRefusal(error);
  // That the playlists did not come is said below.
  const failed = [people, dashboards, changed].find(hasFailed);
  const rest = { isAwaited: isStillAwaited, failed, dismiss: () => see(SEEN.list), see };
  if (!enabled || isStillAwaited || failed !== undefined || hasFailed(playlists)) return { steps: undefined, ...rest };

  const texts = homeTexts.steps;
  const steps: readonly Step[] = [
    // Who begins with nothing has it not to look at.
    ...(demo.data?.total === 0
      ? []
      : [{ ...texts.workers, to: `/d/${DEMO}`, isDone: wasSeen(SEEN.workers), seen: SEEN.workers }]),
    { ...texts.mail, to: "/access/mail", isDone: changed.data?.includes("auth.email.smtp.host") === true },
    { ...texts.methods, to: "/access/methods", isDone: wasSeen(SEEN.methods), seen: SEEN.methods },
    { ...texts.invite, to: "/people/users?invite=1", isDone: (people.data?.totalCount ?? 0) > 1 },
    {
      ...texts.dashboard,
      to: "/dashboards/new",
      isDone: dashboards.data?.rows.some(({ uid }) => uid !== DEMO) === true,
    },
    {
      ...texts.wall,
      // With a playlist there, a wall lacks its screen alone.
      to: playlists.data?.items.length === 0 ? "/playlists/new" : "/walls",
      isDone:
        (walls.data?.walls.length ?? 0) > 0 ||
        playlists.data?.items.some(({ metadata }) => metadata.name !== WELCOME) === true,
    },
  ];
  return { steps, ...rest };
}

export function Checklist({ steps, failed, dismiss, see }: ChecklistState) {
  if (failed !== undefined) return <MissingPart name={homeTexts.checklist} query={failed} />;
  if (steps === undefined) return null;
  return (
    <section className="v-card v-checklist" aria-labelledby="checklist">
      <div className="v-home-head">
        <h2 id="checklist">{homeTexts.checklist}</h2>
        <span className="v-hint">{homeTexts.done(steps.filter(({ isDone }) => isDone).length, steps.length)}</span>
        <IconButton label={homeTexts.dismiss} icon={<X aria-hidden />} onPress={dismiss} />
      </div>
      <ol className="v-checklist-steps">
        {steps.map(({ name, text, to, isDone, seen }) => (
          <li key={to}>
            <Link
              to={to}
              className="v-step"
              data-done={isDone || undefined}
              onClick={() => seen !== undefined && see(seen)}
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
