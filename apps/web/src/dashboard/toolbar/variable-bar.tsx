import { lazy, Suspense } from "react";
import { dashboardMessages } from "../messages.ts";
import type { Session } from "../view/use-session.ts";
import type { ChooserProps } from "./variable-chooser.tsx";
import "./toolbar.css";

/** Lists and search come with the first dashboard that has variables. */
const VariableChooser = lazy(async () => ({ default: (await import("./variable-chooser.tsx")).VariableChooser }));

interface VariableBarProps {
  readonly session: Session;
  readonly onChoose: ChooserProps["onChoose"];
}

/** The dashboard's variables, each a chip with its name and value. */
export function VariableBar({ session, onChoose }: VariableBarProps) {
  const { values, failures } = session.variables;
  const shown = session.dashboard.variables.flatMap(({ name, hides, type }) => {
    const value = values.get(name);
    return value === undefined || hides === "all" || HIDDEN.has(type) ? [] : [value];
  });
  if (shown.length === 0 && failures.size === 0) return null;
  return (
    <section className="v-variables" aria-label={dashboardMessages.variable.bar}>
      <Suspense>
        {shown.map((value) => (
          <VariableChooser key={value.variable.name} value={value} onChoose={onChoose} />
        ))}
      </Suspense>
      {[...failures].map(([name, reason]) => (
        <p key={name} className="v-variables-failure" role="alert">
          {dashboardMessages.variable.failed(name, reason)}
        </p>
      ))}
    </section>
  );
}

/** Types without anything to choose. */
const HIDDEN: ReadonlySet<string> = new Set(["constant", "adhoc", "unknown"]);
