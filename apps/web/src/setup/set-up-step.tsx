import { type ReactNode, useEffect, useRef } from "react";
import { LinkButton } from "../control/button.tsx";
import { Form } from "../control/form.tsx";
import { EntryCard } from "../sign-in/entry-card.tsx";
import { setUpTexts } from "./messages.ts";
import { addressOf, STEPS, StepList, type StepName } from "./step-list.tsx";
import { stepTexts as texts } from "./step-messages.ts";

interface SetUpStepProps {
  readonly step: StepName;
  readonly isPending?: boolean;
  readonly error?: Error | null;
  readonly onDone: () => void;
  /** The button that saves the step and goes on. */
  readonly submit: ReactNode;
  readonly children: ReactNode;
}

/** One step of the set-up, with the ways back, on, and out. */
export function SetUpStep({ step, isPending = false, error = null, onDone, submit, children }: SetUpStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone: reading goes on at the step.
  useEffect(() => heading.current?.focus(), []);
  const before = STEPS[STEPS.indexOf(step) - 1];
  return (
    <EntryCard title={setUpTexts.title} lead={texts.lead}>
      <StepList current={step} hasLinks />
      <Form className="v-set-up-step" isPending={isPending} error={error} onSubmit={onDone} noValidate>
        <h2 ref={heading} tabIndex={-1}>
          {setUpTexts.stepNames[step]}
        </h2>
        {children}
        <div className="v-form-actions">
          <LinkButton to="/" kind="quiet">
            {texts.leave}
          </LinkButton>
          {before !== undefined && <LinkButton to={addressOf(before)}>{texts.back}</LinkButton>}
          {submit}
        </div>
      </Form>
    </EntryCard>
  );
}
