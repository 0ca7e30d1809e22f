/** What people have a wall show beside its playlist, as one screen of it needs it. */
export interface WallDisplay {
  /** Stands over what is shown; empty for none. */
  readonly message: string;
  /** Darker hours by this machine's clock, `HH:MM` each, and how bright then, in percent. */
  readonly night: NightHours | undefined;
  /** The dashboard that the screen keeps showing. */
  readonly pinned: string | undefined;
}

interface NightHours {
  readonly from: string;
  readonly to: string;
  readonly brightness: number;
}

export const PLAIN: WallDisplay = { message: "", night: undefined, pinned: undefined };

/** Reads what the player hands over; anything that is not understood counts as not said. */
export function readWallDisplay(detail: unknown): WallDisplay {
  const display: unknown = member(detail, "display");
  const night = member(display, "night");
  const [from, to, brightness] = ["from", "to", "brightness"].map((name) => member(night, name));
  const message = member(display, "message");
  const pinned = member(member(display, "pins"), String(member(detail, "screen")));
  return {
    message: typeof message === "string" ? message : "",
    night:
      typeof from === "string" && typeof to === "string" && typeof brightness === "number"
        ? { from, to, brightness }
        : undefined,
    pinned: typeof pinned === "string" ? pinned : undefined,
  };
}

/**
 * How bright the screen is at a time of day, from 0 to 1. Hours that end before they begin go over midnight; `from` is
 * in them and `to` is not.
 *
 * @param time - `HH:MM`
 */
export function brightnessAt({ night }: Pick<WallDisplay, "night">, time: string): number {
  if (night === undefined || night.from === night.to) return 1;
  const { from, to, brightness } = night;
  const isNight = from < to ? time >= from && time < to : time >= from || time < to;
  return isNight ? Math.min(Math.max(brightness, 0), 100) / 100 : 1;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
