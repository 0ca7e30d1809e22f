import { Check } from "lucide-react";
import { Link } from "react-router";
import { setUpTexts as texts } from "./messages.ts";
import "./set-up.css";

/** The steps of the set-up by the last part of their address, in their order. */
export const STEPS = ["administrator", "address", "mail", "look-around"] as const;
export type StepName = (typeof STEPS)[number];

export function addressOf(step: StepName): string {
  return `/setup/${step}`;
}

/** Where one is in the set-up. Before there is an administrator the others lead nowhere. */
export function StepList({ current, hasLinks = false }: { readonly current: StepName; readonly hasLinks?: boolean }) {
  const at = STEPS.indexOf(current);
  return (
    <nav aria-label={texts.steps}>
      <ol className="v-set-up-steps">
        {STEPS.map((step, index) => {
          const isDone = index < at;
          const name = texts.stepNames[step];
          return (
            <li key={step} data-done={isDone || undefined} {...(index === at && { "aria-current": "step" })}>
              <span className="v-set-up-mark" aria-hidden>
                {isDone ? <Check /> : index + 1}
              </span>
              {hasLinks && index !== at ? <Link to={addressOf(step)}>{name}</Link> : <span>{name}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
