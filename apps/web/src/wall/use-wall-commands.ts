import { useEffect } from "react";

interface WallActs {
  readonly go: (step: 1 | -1) => void;
  readonly pause: (isPaused: boolean) => void;
  /** Shows for a while which screen this is. */
  readonly identify: (label: string) => void;
}

/** The event by which the player around this page hands over what somebody asked for at `/walls`. */
const EVENT = "vedette-wall";

export function useWallCommands({ go, pause, identify }: WallActs): void {
  useEffect(() => {
    const obey = (event: Event): void => {
      const { command, label } = detailOf(event);
      if (command === "next") go(1);
      if (command === "previous") go(-1);
      if (command === "pause" || command === "play") pause(command === "pause");
      if (command === "identify") identify(label);
    };
    window.addEventListener(EVENT, obey);
    return () => window.removeEventListener(EVENT, obey);
  }, [go, pause, identify]);
}

function detailOf(event: Event): { readonly command: string; readonly label: string } {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
  const text = (name: string): string => {
    const value: unknown = typeof detail === "object" && detail !== null ? Reflect.get(detail, name) : "";
    return typeof value === "string" ? value : "";
  };
  return { command: text("command"), label: text("label") };
}
