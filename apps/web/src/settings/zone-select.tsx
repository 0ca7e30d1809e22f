import { Select } from "../control/select.tsx";
import { ZONES, type ZoneChoice } from "../dashboards/kept-zone.ts";
import { useOwnChoice } from "../session/own-choice.ts";
import { texts } from "./messages.ts";

const { zone: label, zones } = texts.appearance;

const OPTIONS = ZONES.map((id) => ({ id, label: labelOf(id) }));

/** The time zone of dashboards that the person makes. */
export function ZoneSelect({ isLabelHidden = false }: { readonly isLabelHidden?: boolean }) {
  const [zone, chooseZone] = useOwnChoice("timezone");
  return <Select label={label} isLabelHidden={isLabelHidden} options={OPTIONS} value={zone} onChange={chooseZone} />;
}

function labelOf(zone: ZoneChoice): string {
  return zone === "browser" || zone === "utc" ? zones[zone] : zone;
}
