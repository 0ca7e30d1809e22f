import {
  Bell,
  ChartBar,
  ChartColumn,
  ChartGantt,
  ChartLine,
  ChartNoAxesColumn,
  ChartPie,
  ChevronDown,
  Clock,
  Gauge,
  Grid3x3,
  Hash,
  LayoutDashboard,
  LayoutGrid,
  type LucideIcon,
  Shapes,
  Table,
  Type,
} from "lucide-react";
import {
  Select as AriaSelect,
  Button,
  Header,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  SelectValue,
} from "react-aria-components";
import { editingMessages as texts } from "./messages.ts";
import "../control/field.css";
import "../control/menu.css";
import "./kind-picker.css";

interface KindPickerProps {
  readonly kind: string;
  /** Kinds that fit the data, the best one first. */
  readonly fitting: readonly string[];
  readonly onChange: (kind: string) => void;
}

const NAMES: Readonly<Record<string, string>> = texts.kinds;

/** The kinds of panels by their pictures; those that fit the data come first. */
export function KindPicker({ kind, fitting, onChange }: KindPickerProps) {
  return (
    <AriaSelect className="v-field" value={kind} onChange={(key) => typeof key === "string" && onChange(key)}>
      <Label className="v-label">{texts.kind}</Label>
      <Button className="v-select-button v-kind-chosen">
        <SelectValue />
        <ChevronDown aria-hidden />
      </Button>
      <Popover className="v-popover" offset={4}>
        <ListBox className="v-menu v-kinds" layout="grid">
          {sectionsOf(kind, fitting)}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** The same, open: for a panel that is new, whose kind is the first thing to say. */
export function KindPictures({ kind, fitting, onChange }: KindPickerProps) {
  return (
    <div className="v-field">
      <span className="v-label">{texts.chooseKind}</span>
      <ListBox
        className="v-kinds"
        layout="grid"
        aria-label={texts.chooseKind}
        autoFocus
        onAction={(key) => onChange(String(key))}
      >
        {sectionsOf(kind, fitting)}
      </ListBox>
    </div>
  );
}

function sectionsOf(kind: string, fitting: readonly string[]) {
  const others = [...new Set([...Object.keys(texts.kinds), kind])].filter((one) => !fitting.includes(one));
  return (
    <>
      {fitting.length > 0 && <Kinds title={texts.fitting} kinds={fitting} />}
      <Kinds title={texts.otherKinds} kinds={others} />
    </>
  );
}

function Kinds({ title, kinds }: { readonly title: string; readonly kinds: readonly string[] }) {
  return (
    <ListBoxSection className="v-kinds-section">
      <Header className="v-kinds-title">{title}</Header>
      {kinds.map((kind) => {
        const Picture = PICTURES.get(kind) ?? Shapes;
        const name = NAMES[kind] ?? kind;
        return (
          <ListBoxItem key={kind} id={kind} className="v-menu-item v-kind" textValue={name}>
            <Picture aria-hidden />
            <span>{name}</span>
          </ListBoxItem>
        );
      })}
    </ListBoxSection>
  );
}

const PICTURES: ReadonlyMap<string, LucideIcon> = new Map([
  ["timeseries", ChartLine],
  ["stat", Hash],
  ["gauge", Gauge],
  ["bargauge", ChartBar],
  ["table", Table],
  ["text", Type],
  ["piechart", ChartPie],
  ["barchart", ChartColumn],
  ["heatmap", Grid3x3],
  ["histogram", ChartNoAxesColumn],
  ["state-timeline", ChartGantt],
  ["status-history", LayoutGrid],
  ["alertlist", Bell],
  ["dashlist", LayoutDashboard],
  ["grafana-clock-panel", Clock],
]);
