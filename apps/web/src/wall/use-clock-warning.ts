import { CLOCK_PATIENCE_SECONDS } from "@vedette/client/clock-difference";
import { useClockDifference } from "../control/use-clock-difference.ts";
import { wallMessages } from "./messages.ts";

/** How far this machine's clock is off, in words; empty while it is right. */
export function useClockWarning(): string {
  const clock = useClockDifference(CLOCK_PATIENCE_SECONDS);
  return clock === undefined ? "" : wallMessages.clock(clock);
}
