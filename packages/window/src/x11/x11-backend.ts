import type { Adoption, AdoptTarget, Backend } from "../backend.ts";
import { openWindow } from "../model/open-window.ts";
import { X11System } from "./x11-system.ts";
import { X11Window } from "./x11-window.ts";

/** Real windows over the X11 protocol, with whatever window manager runs, or none. */
export async function x11Backend(display: string): Promise<Backend> {
  const system = await X11System.open(display);
  return {
    system,
    displays: () => system.displays(),
    create: (request) =>
      openWindow({ model: system, createDriver: (window) => new X11Window(system, window) }, request),
    adopt: (target: AdoptTarget): Promise<Adoption> =>
      system.hold(async () => {
        // Most programs have windows of their own only.
        const { findWindow, prepareAdoption } = await import("./adopt.ts");
        return prepareAdoption(system, await findWindow(system, target));
      }),
    close: () => system.close(),
  };
}
