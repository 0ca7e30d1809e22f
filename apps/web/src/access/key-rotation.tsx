import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type SigningKey, settingsQuery } from "../api/settings.ts";
import { Button } from "../control/button.tsx";
import { momentText } from "../control/moment-text.ts";
import { Section } from "../control/section.tsx";
import { Writable } from "../session/writable.tsx";
import { texts } from "./messages.ts";
import { ROTATION_STEPS, type RotationStep, rotationStep } from "./rotation-step.ts";

/** As long as nobody has said otherwise. */
const USUAL_TOKEN_LIFE_SECONDS = 3600;
/** Longer than a browser's timer can be set to nobody looks at a page. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

interface KeyRotationProps {
  readonly keys: readonly SigningKey[];
  readonly onMake: () => void;
  readonly onSign: (id: string) => void;
  readonly onRevoke: (id: string) => void;
}

/** Leads through a change of keys in the order that signs nobody out: what is done, what comes next, and when. */
export function KeyRotation({ keys, onMake, onSign, onRevoke }: KeyRotationProps) {
  const settings = useQuery(settingsQuery);
  const life = Number(settings.data?.find(({ field }) => field === "jwt_exp")?.value ?? USUAL_TOKEN_LIFE_SECONDS);
  const [now, setNow] = useState(Date.now);
  const current = rotationStep(keys, { tokenLifeMs: life * 1000, now });
  const { until } = current;
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(until - Date.now(), LONGEST_WAIT_MS));
    return () => clearTimeout(timer);
  }, [until]);
  const acts = { make: onMake, sign: onSign, revoke: onRevoke };
  const { title, steps } = texts.keys.rotation;
  return (
    <Section title={title}>
      <ol className="v-key-steps" aria-label={title}>
        {ROTATION_STEPS.map((step) => (
          <li key={step} aria-current={step === current.step ? "step" : undefined}>
            <p>{steps[step]}</p>
            {step === current.step && <Next current={current} acts={acts} />}
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface NextProps {
  readonly current: RotationStep;
  readonly acts: {
    readonly make: () => void;
    readonly sign: (id: string) => void;
    readonly revoke: (id: string) => void;
  };
}

function Next({ current: { step, key, until }, acts }: NextProps) {
  const { begin, waits } = texts.keys.rotation;
  const id = key?.id ?? "";
  const name = id.slice(0, 8);
  if (until !== undefined) return <p className="v-hint">{waits(name, momentText(until, "minute"))}</p>;
  return (
    <Writable>
      {step === "make" && <Button onPress={acts.make}>{begin}</Button>}
      {step === "sign" && <Button onPress={() => acts.sign(id)}>{texts.keys.rotation.signWith(name)}</Button>}
      {step === "revoke" && <Button onPress={() => acts.revoke(id)}>{texts.keys.rotation.revoke(name)}</Button>}
    </Writable>
  );
}
