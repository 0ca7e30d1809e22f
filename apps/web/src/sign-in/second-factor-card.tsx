import { lazy, Suspense } from "react";
import { messages } from "../messages/en.ts";
import { EntryCard } from "./entry-card.tsx";
import type { SecondFactorProps } from "./second-factor.tsx";

/** Few people need it, and it brings controls that the sign-in page does not have. */
const SecondFactor = lazy(async () => ({ default: (await import("./second-factor.tsx")).SecondFactor }));

/** The second proof as a page. */
export function SecondFactorCard(props: SecondFactorProps) {
  return (
    <EntryCard title={messages.factor.title} lead={messages.factor.lead}>
      <Suspense fallback={null}>
        <SecondFactor {...props} />
      </Suspense>
    </EntryCard>
  );
}
