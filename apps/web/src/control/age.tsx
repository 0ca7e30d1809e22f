import { ageOf } from "./age-of.ts";
import { momentText } from "./moment-text.ts";

interface AgeProps {
  /** RFC 3339, as the server gives it. */
  readonly at: string;
}

/** How long ago something was; the exact time when pointed at, or when its row is in hand. */
export function Age({ at }: AgeProps) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return null;
  return (
    <time dateTime={at} title={momentText(time, "exact")}>
      {ageOf(time, new Date())}
    </time>
  );
}
