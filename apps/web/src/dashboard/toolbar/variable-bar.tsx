import { Fragment, lazy, type ReactNode, Suspense } from "react";
import { useIsPhone } from "../../control/use-media.ts";
import { dashboardMessages } from "../messages.ts";
import { asksForEvents } from "../model/annotation/annotation-event.ts";
import { chooseValues, type VariableValue } from "../model/variable/variable-value.ts";
import type { Session } from "../view/use-session.ts";
import type { ChooserProps } from "./variable-chooser.tsx";
import "./toolbar.css";

/** Lists and search come with the first dashboard that has variables. */
const VariableChooser = lazy(async () => ({ default: (await import("./variable-chooser.tsx")).VariableChooser }));

const VariableFilters = lazy(async () => ({ default: (await import("./variable-filters.tsx")).VariableFilters }));
const AnnotationSwitch = lazy(async () => ({ default: (await import("./annotation-switch.tsx")).AnnotationSwitch }));
const ChipRow = lazy(async () => ({ default: (await import("./chip-row.tsx")).ChipRow }));

const VariableFault = lazy(async () => ({ default: (await import("./variable-fault.tsx")).VariableFault }));
const VariableSheet = lazy(async () => ({ default: (await import("./variable-sheet.tsx")).VariableSheet }));

interface VariableBarProps {
  readonly session: Session;
  /** The values stay as the address has them; their failures are still told. */
  readonly hidesVariables?: boolean;
  readonly onChoose: ChooserProps["onChoose"];
  /** Nothing where charts show no events. */
  readonly onAnnotation?: (name: string, isOn: boolean) => void;
}

/** The dashboard's variables, each a chip with its name and value, and the switches of its events. */
export function VariableBar({ session, hidesVariables = false, onChoose, onAnnotation }: VariableBarProps) {
  const isPhone = useIsPhone();
  const { values } = session.variables;
  const shown = session.dashboard.variables.flatMap(({ name, hides, type }) => {
    const value = values.get(name);
    return value === undefined || hidesVariables || hides === "all" || HIDDEN.has(type)
      ? []
      : [withAsked(value, session.asked.get(name))];
  });
  const switches =
    onAnnotation === undefined
      ? []
      : session.dashboard.annotations.filter((query) => !query.isHidden && asksForEvents(query));
  const faults = [session.variables, session.annotations].flatMap(({ failures, askAgain }) =>
    [...failures].map(([name, error]) => ({ name, error, askAgain })),
  );
  if (shown.length === 0 && faults.length === 0 && switches.length === 0) return null;
  const chips = [
    ...shown.map((value) => ({ key: value.variable.name, node: chooserOf(value, session, onChoose) })),
    ...(onAnnotation === undefined ? [] : switches).map((query) => ({
      key: `annotation ${query.name}`,
      node: <AnnotationSwitch query={query} isOn={session.isAnnotationOn(query)} onSwitch={onAnnotation} />,
    })),
  ];
  const told = faults.map(({ name, error, askAgain }) => (
    <VariableFault key={name} name={name} error={error} onAskAgain={askAgain} />
  ));
  return (
    <section className="v-variables" aria-label={dashboardMessages.variable.bar}>
      <Suspense>
        {isPhone && shown.length > 1 ? (
          <VariableSheet values={shown} faults={told}>
            {chips.map(({ key, node }) => (
              <Fragment key={key}>{node}</Fragment>
            ))}
          </VariableSheet>
        ) : (
          chips.length > 0 && <ChipRow chips={chips} />
        )}
      </Suspense>
      <Suspense>{told}</Suspense>
    </section>
  );
}

function chooserOf(value: VariableValue, session: Session, onChoose: ChooserProps["onChoose"]): ReactNode {
  const { type, name } = value.variable;
  return type === "adhoc" ? (
    <VariableFilters value={value} session={session} onChoose={(values) => onChoose(name, values)} />
  ) : (
    <VariableChooser value={value} onChoose={onChoose} />
  );
}

/** What was chosen stands in its chip at once: the next choice begins with it, however long the values take to load. */
function withAsked(value: VariableValue, asked: readonly string[] | undefined): VariableValue {
  const { variable, options } = value;
  const wanted = variable.isInAddress ? asked : undefined;
  return wanted === undefined ? value : { ...value, chosen: chooseValues(variable, { options, asked: wanted }) };
}

/** Types without anything to choose. */
const HIDDEN: ReadonlySet<string> = new Set(["constant", "unknown"]);
