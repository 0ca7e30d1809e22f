import { createContext, type ReactNode, useContext, useId } from "react";
import "./section.css";

interface SectionProps {
  readonly title: string;
  /** One or two sentences about what it is for. */
  readonly lead?: ReactNode;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

const Heading = createContext<"h2" | "h3">("h2");

/** Sections that belong to something with a heading of its own below that of the page. */
export function SectionsBelow({ children }: { readonly children: ReactNode }) {
  return <Heading value="h3">{children}</Heading>;
}

/** One thing of a page of settings, under a heading of its own. */
export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId();
  const Title = useContext(Heading);
  return (
    <section className="v-card v-section" aria-labelledby={id}>
      <div className="v-section-head">
        <Title id={id} className="v-section-title">
          {title}
        </Title>
        {actions !== undefined && <div className="v-row-actions">{actions}</div>}
      </div>
      {lead !== undefined && <p className="v-section-lead">{lead}</p>}
      {children}
    </section>
  );
}

interface RowListProps {
  /** The accessible name: what the rows are. */
  readonly label: string;
  /** `ListRow`s. */
  readonly children: ReactNode;
}

export function RowList({ label, children }: RowListProps) {
  return (
    <ul className="v-row-list" aria-label={label}>
      {children}
    </ul>
  );
}

interface ListRowProps {
  readonly title: ReactNode;
  /** What else is known of it, in one quiet line. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** What belongs to it, below its line. */
  readonly children?: ReactNode;
}

export function ListRow({ title, note, actions, children }: ListRowProps) {
  return (
    <li className="v-list-row">
      <div>
        <strong className="v-list-row-title">{title}</strong>
        {note !== undefined && <span className="v-list-row-note">{note}</span>}
      </div>
      {actions !== undefined && <div className="v-row-actions">{actions}</div>}
      {children !== undefined && <div className="v-list-row-more">{children}</div>}
    </li>
  );
}
