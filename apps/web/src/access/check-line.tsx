import { Check, Minus, X } from "lucide-react";
import type { ReactNode } from "react";

const SIGNS = {
  good: { Icon: Check, kind: "ok" },
  bad: { Icon: X, kind: "crit" },
  unknown: { Icon: Minus, kind: "unknown" },
} as const;

type CheckOutcome = keyof typeof SIGNS;

interface CheckLineProps {
  readonly outcome: CheckOutcome;
  /** Says in words, too, how it came out. */
  readonly children: ReactNode;
}

/** One of several checks, ticked or crossed. */
export function CheckLine({ outcome, children }: CheckLineProps) {
  const { Icon, kind } = SIGNS[outcome];
  return (
    <li>
      <Icon className="v-check-sign" data-kind={kind} aria-hidden />
      <div>{children}</div>
    </li>
  );
}
