import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import "./alert.css";

const ICONS = { crit: CircleAlert, warn: TriangleAlert, info: Info, ok: CircleCheck } as const;

interface AlertProps {
  readonly kind: keyof typeof ICONS;
  readonly children: ReactNode;
}

/** A message beside what it is about. A fault is read out at once, the rest when the reader pauses. */
export function Alert({ kind, children }: AlertProps) {
  const Icon = ICONS[kind];
  return (
    <div
      className="v-alert"
      data-kind={kind}
      role={kind === "crit" ? "alert" : "status"}
      tabIndex={kind === "crit" ? -1 : undefined}
    >
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  );
}
