import { useEffect, useState } from "react";
import { clockText } from "../dashboard/model/time/time-text.ts";

interface WallStripProps {
  readonly title: string;
  readonly playlist: string;
  /** e.g. `2 / 5`. */
  readonly place: string;
}

/** The line above a wall's dashboard: where we are, and what time it is. */
export function WallStrip({ title, playlist, place }: WallStripProps) {
  return (
    <header className="v-wall-strip">
      <h1>{title}</h1>
      <span className="v-wall-place">
        {playlist} {place}
      </span>
      <Clock />
    </header>
  );
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
