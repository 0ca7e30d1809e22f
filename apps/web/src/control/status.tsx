import { Circle, CircleDashed, Square, Triangle } from "lucide-react";
import type { ReactNode } from "react";
import "./status.css";

const SHAPES = { ok: Circle, warn: Triangle, crit: Square, info: Circle, unknown: CircleDashed } as const;

interface StatusProps {
  readonly kind: keyof typeof SHAPES;
  readonly children: ReactNode;
}

/** A state as shape and word, then colour. */
export function Status({ kind, children }: StatusProps) {
  const Shape = SHAPES[kind];
  return (
    <span className="v-status" data-kind={kind}>
      <Shape aria-hidden />
      {children}
    </span>
  );
}
