import { lazy, Suspense } from "react";
import type { PanelData } from "../data/use-panel-data.ts";
import type { DisplayFrame } from "../model/frame/frame.ts";
import type { Scope } from "../model/variable/interpolate.ts";

export type PanelDialog = "data" | "explain";

interface PanelDialogsProps {
  readonly opened: PanelDialog | undefined;
  readonly title: string;
  readonly data: PanelData;
  readonly frames: readonly DisplayFrame[];
  readonly scope: Scope;
  readonly onClose: () => void;
}

/** What a panel says about itself when somebody asks. */
export function PanelDialogs({ opened, title, data, frames, scope, onClose }: PanelDialogsProps) {
  if (opened === undefined) return null;
  return (
    <Suspense fallback={null}>
      {opened === "data" && (
        <PanelDataDialog title={title} frames={frames} scope={scope} now={data.span.to} onClose={onClose} />
      )}
      {opened === "explain" && <PanelExplainDialog title={title} data={data} onClose={onClose} />}
    </Suspense>
  );
}

const PanelDataDialog = lazy(async () => ({ default: (await import("./panel-data-dialog.tsx")).PanelDataDialog }));
const PanelExplainDialog = lazy(async () => ({
  default: (await import("./panel-explain-dialog.tsx")).PanelExplainDialog,
}));
