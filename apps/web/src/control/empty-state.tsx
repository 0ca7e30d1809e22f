import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import "./state.css";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** What belongs here, in one sentence. */
  readonly text: string;
  /** One primary action, and at most one or two others. */
  readonly children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="v-state">
      <Icon className="v-state-icon" aria-hidden />
      <h2 className="v-state-title">{title}</h2>
      <p>{text}</p>
      {children !== undefined && <div className="v-state-actions">{children}</div>}
    </div>
  );
}
