import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { MissingFields } from "./missing-fields.ts";
import { useWait, WaitContext } from "./use-wait.ts";
import "./dialog.css";

interface FormProps {
  readonly onSubmit: () => void;
  /** While something is on its way to the server, Enter sends nothing a second time. */
  readonly isPending: boolean;
  /** What became of the last try. While it says that there were too many, nothing is sent. */
  readonly error: Error | null;
  readonly className?: string;
  /** The page checks the values itself and says what is wrong; the browser's bubbles stay away. */
  readonly noValidate?: boolean;
  readonly children: ReactNode;
}

/**
 * A form that is not sent without what it needs; the focus goes to the first field that is empty or was refused, or to
 * what the form says of itself.
 */
export function Form({ onSubmit, isPending, error, className = "v-stack", noValidate = false, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [hasMissing, setMissing] = useState(false);
  const wait = useWait(error);
  const isSent = useFocusOnRefusal(form, { isPending, error });
  return (
    <form
      ref={form}
      className={className}
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        // React takes an event from a dialog to the page that opened it: that page's form is not sent.
        event.stopPropagation();
        const missing = noValidate ? undefined : missingFields(event.currentTarget)[0];
        setMissing(missing !== undefined);
        missing?.focus();
        if (missing !== undefined || isPending || wait > 0) return;
        isSent.current = true;
        onSubmit();
      }}
    >
      <MissingFields value={hasMissing}>
        <WaitContext value={wait}>{children}</WaitContext>
      </MissingFields>
    </form>
  );
}

function missingFields(form: HTMLFormElement): readonly HTMLInputElement[] {
  const needed = form.querySelectorAll<HTMLInputElement>("input[aria-required=true]");
  return [...needed].filter(({ value }) => value.trim() === "");
}

/**
 * Somebody who sees only a part of the screen is led to the field that was refused, or to why the whole was.
 *
 * @returns to be set when the form is sent: what the page itself refuses is never seen on its way
 */
function useFocusOnRefusal(
  form: RefObject<HTMLFormElement | null>,
  { isPending, error }: Pick<FormProps, "isPending" | "error">,
): RefObject<boolean> {
  const isSent = useRef(false);
  const before = useRef({ isPending, error });
  useEffect(() => {
    const wasRefused = isSent.current && error !== null && error !== before.current.error;
    const hasEnded = before.current.isPending && !isPending;
    before.current = { isPending, error };
    if (isPending || !(hasEnded || wasRefused)) return;
    isSent.current = false;
    firstFault(form.current)?.focus();
  }, [form, isPending, error]);
  return isSent;
}

function firstFault(form: HTMLElement | null): HTMLElement | null {
  const first = (faults: string) => form?.querySelector<HTMLElement>(faults) ?? null;
  return first("[aria-invalid=true]") ?? first(".v-alert[role=alert]");
}
