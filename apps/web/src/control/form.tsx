import type { ReactNode } from "react";
import "./dialog.css";

interface FormProps {
  readonly onSubmit: () => void;
  /** While something is on its way to the server, Enter sends nothing a second time. */
  readonly isPending: boolean;
  readonly className?: string;
  /** The page checks the values itself and says what is wrong; the browser's bubbles stay away. */
  readonly noValidate?: boolean;
  readonly children: ReactNode;
}

export function Form({ onSubmit, isPending, className = "v-stack", noValidate = false, children }: FormProps) {
  return (
    <form
      className={className}
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        // React takes an event from a dialog to the page that opened it: that page's form is not sent.
        event.stopPropagation();
        if (!isPending) onSubmit();
      }}
    >
      {children}
    </form>
  );
}
