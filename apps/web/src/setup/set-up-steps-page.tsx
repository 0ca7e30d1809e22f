import { type ComponentType, lazy } from "react";
import { Navigate, useNavigate } from "react-router";
import { mayDo } from "../api/user.ts";
import { Button } from "../control/button.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { AddressStep } from "./address-step.tsx";
import { SetUpStep } from "./set-up-step.tsx";
import { addressOf, type StepName } from "./step-list.tsx";
import { stepTexts as texts } from "./step-messages.ts";

interface SetUpStepsPageProps {
  readonly step: StepName;
}

/** The set-up after its first step, at addresses of their own: a reload in the midst of it loses nothing. */
export function SetUpStepsPage({ step }: SetUpStepsPageProps) {
  if (!mayDo(useCurrentUser(), "identity.settings:write")) return <Navigate to="/" replace />;
  const Step = STEP[step];
  return <Step key={step} />;
}

function AdministratorStep() {
  const { email } = useCurrentUser();
  const navigate = useNavigate();
  return (
    <SetUpStep
      step="administrator"
      onDone={() => void navigate(addressOf("address"))}
      submit={
        <Button type="submit" kind="primary">
          {texts.goOn}
        </Button>
      }
    >
      <p>{texts.administrator.done(email)}</p>
    </SetUpStep>
  );
}

const STEP: Readonly<Record<StepName, ComponentType>> = {
  administrator: AdministratorStep,
  address: AddressStep,
  mail: lazy(async () => ({ default: (await import("./mail-step.tsx")).MailStep })),
  "look-around": lazy(async () => ({ default: (await import("./look-around-step.tsx")).LookAroundStep })),
};
