import type { ReactNode } from "react";

interface PartProps {
  readonly id: string;
  readonly title: string;
  /** At the end of the head: mostly the way to the whole list. */
  readonly beside: ReactNode;
  readonly children: ReactNode;
}

/** One part of Home under its heading. */
export function Part({ id, title, beside, children }: PartProps) {
  return (
    <section className="v-home-part" aria-labelledby={id}>
      <div className="v-home-head">
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
