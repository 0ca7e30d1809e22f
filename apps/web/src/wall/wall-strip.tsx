import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { clockText } from "../dashboard/model/time/time-text.ts";
import { wallMessages } from "./messages.ts";
import { useClockWarning } from "./use-clock-warning.ts";
import { wallDashboardQuery } from "./wall-queries.ts";

interface WallStripProps {
  readonly title: string;
  readonly playlist: string;
  /** e.g. `2 / 5`. */
  readonly place: string;
  /** Uid of the dashboard that follows; `undefined` where none does. */
  readonly next: string | undefined;
  /** Somebody holds it at this dashboard: nothing follows by itself. */
  readonly isHeld: boolean;
}

/** The line above a wall's dashboard: where we are, what follows, and what time it is. */
export function WallStrip({ title, playlist, place, next, isHeld }: WallStripProps) {
  return (
    <header className="v-wall-strip">
      <h1>{title}</h1>
      <span className="v-wall-place">
        {playlist} {place}
        {isHeld ? ` · ${wallMessages.held}` : next !== undefined && <Next uid={next} />}
      </span>
      <ClockWarning />
      <Clock />
    </header>
  );
}

/** Its document is here: it is drawn behind what is shown. */
function Next({ uid }: { readonly uid: string }) {
  const { data: told } = useQuery({ ...wallDashboardQuery(uid), enabled: false });
  return told?.kind === "there" ? ` · ${wallMessages.following(told.thing.spec.title)}` : "";
}

/** Whoever reads the time here has to know. */
function ClockWarning() {
  const warning = useClockWarning();
  return warning === "" ? null : <span className="v-wall-clock-warning">{warning}</span>;
}

function Clock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time className="v-wall-clock" dateTime={now.toISOString()}>
      {clockText(now)}
    </time>
  );
}
