import type { ReactNode } from "react";
import "./facts.css";

export type Fact = readonly [name: string, value: ReactNode];

/** What is known of one thing: a line for each, its name and its value. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="v-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
