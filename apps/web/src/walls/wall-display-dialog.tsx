import { useState } from "react";
import { changeDisplay, isWallOvertaken, type Wall, type WallDisplay } from "../api/walls.ts";
import { Checkbox } from "../control/checkbox.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import { texts } from "./messages.ts";
import { useWallChange } from "./use-wall-change.ts";

const USUAL_NIGHT = { from: "22:00", to: "06:00", brightness: 20 };

interface WallDisplayDialogProps {
  readonly wall: Wall;
  readonly onClose: () => void;
}

interface Typed {
  readonly message: string;
  readonly isDark: boolean;
  readonly night: NonNullable<WallDisplay["night"]>;
}

/**
 * A message over the wall, and the hours in which it is darker. What was typed is saved over what stood there when the
 * dialog opened; the rest stays as it is by then.
 */
export function WallDisplayDialog({ wall, onClose }: WallDisplayDialogProps) {
  const [typed, setTyped] = useState<Partial<Typed>>({});
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const { seen, changing } = useWallChange(wall, { change: (now) => changeDisplay(now, wished), onClose });
  const { display } = seen;
  const { message = display.message, isDark = display.night !== null, night = display.night ?? USUAL_NIGHT } = typed;
  const wished = { ...display, message: message.trim(), night: isDark ? night : null };
  const isOvertaken = isWallOvertaken(changing.error);
  const [savedNight, wishedNight] = [nightText(display.night), nightText(wished.night)];
  return (
    <FormDialog
      title={texts.displayTitle(wall.name)}
      isOpen
      onClose={onClose}
      submit={texts.changeSubmit}
      onSubmit={() => changing.mutate()}
      isPending={changing.isPending}
      error={changing.error}
      errorText={isOvertaken ? texts.overtaken : undefined}
    >
      <TextField
        label={texts.message}
        hint={isOvertaken && message !== display.message ? texts.nowSaved(display.message) : texts.messageHint}
        mostCharacters={200}
        autoComplete="off"
        value={message}
        onChange={(value) => change({ message: value })}
        autoFocus
      />
      <Checkbox isSelected={isDark} onChange={(value) => change({ isDark: value })}>
        {texts.night}
      </Checkbox>
      {isOvertaken && wishedNight !== savedNight && <p className="v-hint">{texts.nowSaved(savedNight)}</p>}
      {isDark && (
        <div className="v-wall-night-fields">
          <TextField
            label={texts.nightFrom}
            type="time"
            value={night.from}
            onChange={(from) => change({ night: { ...night, from } })}
            isRequired
          />
          <TextField
            label={texts.nightTo}
            type="time"
            value={night.to}
            onChange={(to) => change({ night: { ...night, to } })}
            isRequired
          />
          <TextField
            label={texts.brightness}
            type="number"
            value={String(night.brightness)}
            onChange={(brightness) => change({ night: { ...night, brightness: percentOf(brightness) } })}
            isRequired
          />
        </div>
      )}
    </FormDialog>
  );
}

function nightText(night: WallDisplay["night"]): string {
  return night === null ? "" : `${night.from}–${night.to}, ${night.brightness} %`;
}

function percentOf(text: string): number {
  return Math.min(100, Math.max(0, Math.round(Number(text)) || 0));
}
