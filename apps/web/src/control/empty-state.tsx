import { BookOpen, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { messages } from "../messages/en.ts";
import type { GuidePlace } from "./guide-place.ts";
import "./state.css";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** What belongs here, in one sentence. */
  readonly text: string;
  /** Where the guides tell of it; for what is empty, not for what a search has not found. */
  readonly learn?: GuidePlace;
  /** One primary action, and at most one or two others. */
  readonly children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, text, learn, children }: EmptyStateProps) {
  return (
    <div className="v-state">
      <Icon className="v-state-icon" aria-hidden />
      <h2 className="v-state-title">{title}</h2>
      <p>{text}</p>
      {children !== undefined && <div className="v-state-actions">{children}</div>}
      {learn !== undefined && <LearnLink to={learn} />}
    </div>
  );
}

export function LearnLink({ to }: { readonly to: GuidePlace }) {
  return (
    <Link className="v-state-learn" to={`/help/guides/${to}`}>
      <BookOpen aria-hidden />
      {messages.list.learn}
    </Link>
  );
}
