import { whenChartsDrawn } from "@vedette/chart/core";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { Button } from "../../control/button.tsx";
import { showOtherTheme } from "../../theme/theme.ts";
import { dashboardMessages } from "../messages.ts";
import { dateTimeText, zoneText } from "../model/time/time-text.ts";
import { textOfValue } from "../model/variable/variable-value.ts";
import type { Session } from "../view/use-session.ts";
import "./print.css";

interface PrintRunProps {
  /** The dashboard's element. */
  readonly root: RefObject<HTMLElement | null>;
  readonly session: Session;
  readonly onEnd: () => void;
}

/** Nobody waits longer for a panel; it then is printed as it stands. */
const MOST_MS = 30_000;

/**
 * From the wish to print to the end of the browser's dialog: all panels, one below the other, light, are loaded and
 * drawn; then the browser is asked to print.
 */
export function PrintRun({ root, session, onEnd }: PrintRunProps) {
  const texts = dashboardMessages.print;
  const [{ done, all }, setProgress] = useState({ done: 0, all: 0 });
  const end = useEffectEvent(onEnd);
  useLayoutEffect(() => {
    const dashboard = root.current;
    if (dashboard === null) return undefined;
    return onPaper(dashboard);
  }, [root]);
  useEffect(() => {
    const dashboard = root.current;
    if (dashboard === null) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener("afterprint", () => end(), { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && end(), { signal });
    void whenReady(dashboard, { signal, onProgress: setProgress }).then(() => {
      if (!signal.aborted) window.print();
    });
    return () => leaving.abort();
  }, [root]);
  const { span, timeZone, variables } = session;
  return (
    <>
      <div className="v-print-cover">
        <p role="status">{texts.preparing(done, all)}</p>
        <Button onPress={onEnd}>{dashboardMessages.print.cancel}</Button>
      </div>
      <p className="v-print-facts">
        {`${dateTimeText(span.from, timeZone)} – ${dateTimeText(span.to, timeZone)} (${zoneText(span.to, timeZone)})`}
        {[...variables.values.values()]
          .filter(
            (value) =>
              value.variable.hides !== "all" && value.variable.type !== "constant" && textOfValue(value) !== "",
          )
          .map((value) => (
            <span key={value.variable.name}>{` · ${value.variable.label}: ${textOfValue(value)}`}</span>
          ))}
      </p>
    </>
  );
}

/**
 * All of a dashboard on the screen at once, however small: what is off the screen is neither asked for nor drawn.
 *
 * @returns how to lay it out as before
 */
function onPaper(dashboard: HTMLElement): () => void {
  const fit = () => {
    const scale = Math.min(1, window.innerHeight / dashboard.scrollHeight, window.innerWidth / dashboard.scrollWidth);
    dashboard.style.setProperty("--v-print-scale", String(scale));
  };
  const showTheme = showOtherTheme("light");
  dashboard.dataset["printing"] = "";
  const observer = new ResizeObserver(fit);
  observer.observe(dashboard);
  fit();
  return () => {
    observer.disconnect();
    delete dashboard.dataset["printing"];
    dashboard.style.removeProperty("--v-print-scale");
    showTheme();
  };
}

interface ReadyOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly all: number }) => void;
}

async function whenReady(dashboard: HTMLElement, { signal, onProgress }: ReadyOptions): Promise<void> {
  const until = performance.now() + MOST_MS;
  // What came onto the screen by the new layout is known one frame later.
  for (let frames = 0; frames < 2; frames++) await nextFrame();
  for (;;) {
    const panels = [...dashboard.querySelectorAll("[data-panel-state]")];
    const loading = panels.filter((panel) => panel.getAttribute("data-panel-state") === "loading");
    onProgress({ done: panels.length - loading.length, all: panels.length });
    if (signal.aborted || loading.length === 0 || performance.now() > until) break;
    await nextFrame();
  }
  await document.fonts.ready;
  await whenChartsDrawn();
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
