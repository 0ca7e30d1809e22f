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

interface EmptyPartProps {
  /** The title of the part, which tells its link from those of other parts. */
  readonly of: string;
  /** What is not there yet; the part says itself what belongs there. */
  readonly text: string;
  readonly learn: GuidePlace;
}

/** In a part of a page, in the place of rows that nobody has made yet. */
export function EmptyPart({ of, text, learn }: EmptyPartProps) {
  return (
    <>
      <p className="v-hint">{text}</p>
      <LearnLink to={learn} about={of} />
    </>
  );
}

interface LearnLinkProps {
  readonly to: GuidePlace;
  /** What it is about, where a page has several. */
  readonly about?: string;
}

export function LearnLink({ to, about }: LearnLinkProps) {
  const name = about === undefined ? undefined : `${messages.list.learn}: ${about}`;
  return (
    <Link className="v-state-learn" to={`/help/guides/${to}`} aria-label={name}>
      <BookOpen aria-hidden />
      {messages.list.learn}
    </Link>
  );
}
