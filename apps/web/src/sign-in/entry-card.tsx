import type { ReactNode } from "react";
import { Mark } from "../frame/mark.tsx";
import { messages } from "../messages/en.ts";
import "./entry-card.css";

interface EntryCardProps {
  /** The page's h1 and the first part of the document's title. */
  readonly title: string;
  /** One line below the title: what is asked for, and why. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Links to the other ways, below the card. */
  readonly foot?: ReactNode;
}

/** The one card of the pages that stand before the session: set-up, sign-in, sign-up, invitation, confirmation. */
export function EntryCard({ title, lead, children, foot }: EntryCardProps) {
  return (
    <div className="v-entry">
      <title>{`${title} · ${messages.product}`}</title>
      <header className="v-entry-product">
        <Mark />
        {messages.product}
      </header>
      <main className="v-entry-card">
        <h1 className="v-entry-title">{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
        {children}
      </main>
      {foot !== undefined && <footer className="v-entry-foot">{foot}</footer>}
    </div>
  );
}
