import { type CSSProperties, useEffect, useState } from "react";
import { objectOf, textOf } from "../../model/json.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { clockText } from "./clock-text.ts";
import "./clock.css";

/** A clock, large enough for the other end of the room. */
export function ClockPanel({ panel: { options }, title }: PanelBodyProps) {
  const { timeZone } = useDashboard();
  const now = useNow();
  const { time, date, zone } = clockText(options, now, timeZone);
  const isDateFirst = textOf(objectOf(options["dateSettings"])["location"]) !== "Below";
  const dateLine = date !== "" && <span className="v-clock-small">{date}</span>;
  return (
    <div className="v-clock" role="timer" aria-label={title === "" ? undefined : title}>
      {isDateFirst && dateLine}
      <time className="v-clock-time" style={roomFor(time, [date, zone])}>
        {time}
      </time>
      {!isDateFirst && dateLine}
      {zone !== "" && <span className="v-clock-small">{zone}</span>}
    </div>
  );
}

/** A countdown of months is longer than a time of day: its letters are smaller; and what stands around takes of the height. */
function roomFor(time: string, around: readonly string[]): CSSProperties {
  const style: CSSProperties & Record<`--${string}`, number> = {
    "--v-chars": Math.max(1, time.length),
    "--v-lines": around.filter((line) => line !== "").length,
  };
  return style;
}

const SECOND = 1000;

/** Milliseconds since 1970, anew with each second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(Date.now());
      timer = setTimeout(tick, SECOND - (Date.now() % SECOND));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return now;
}
