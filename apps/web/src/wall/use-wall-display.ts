import { useEffect, useState } from "react";
import { brightnessAt, PLAIN, readWallDisplay, type WallDisplay } from "./wall-display.ts";

/** The event by which the player around this page says what is shown beside the playlist; it does so all the time. */
const EVENT = "vedette-wall-display";
const CLOCK_MS = 5000;

/** What this screen shows beside its playlist, and how bright it is now, from 0 to 1. */
export function useWallDisplay(): WallDisplay & { readonly brightness: number } {
  const [display, setDisplay] = useState(PLAIN);
  const [brightness, setBrightness] = useState(1);
  useEffect(() => {
    const hear = (event: Event): void => {
      const heard = readWallDisplay(event instanceof CustomEvent ? event.detail : undefined);
      setDisplay((known) => (JSON.stringify(known) === JSON.stringify(heard) ? known : heard));
    };
    window.addEventListener(EVENT, hear);
    return () => window.removeEventListener(EVENT, hear);
  }, []);
  useEffect(() => {
    const look = (): void => setBrightness(brightnessAt(display, timeOfDay(new Date())));
    look();
    const timer = setInterval(look, CLOCK_MS);
    return () => clearInterval(timer);
  }, [display]);
  return { ...display, brightness };
}

function timeOfDay(now: Date): string {
  return [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}
