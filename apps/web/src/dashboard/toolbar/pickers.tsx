import type { Address } from "../view/use-address.ts";
import type { Session } from "../view/use-session.ts";
import { RefreshPicker } from "./refresh-picker.tsx";
import { TimePicker } from "./time-picker.tsx";

interface PickersProps {
  readonly session: Session;
  readonly address: Address;
}

/** What time is shown, and how often anew. */
export function Pickers({ session, address }: PickersProps) {
  return (
    <>
      {!session.dashboard.timepicker.isHidden && (
        <TimePicker session={session} onRange={address.setRange} onTimeZone={address.setTimeZone} />
      )}
      <RefreshPicker session={session} onRefresh={address.setRefresh} />
    </>
  );
}
