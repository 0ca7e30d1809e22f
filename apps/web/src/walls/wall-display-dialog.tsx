import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeDisplay, type Wall, wallsQuery } from "../api/walls.ts";
import { Checkbox } from "../control/checkbox.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import { texts } from "./messages.ts";

const USUAL_NIGHT = { from: "22:00", to: "06:00", brightness: 20 };

interface WallDisplayDialogProps {
  readonly wall: Wall;
  readonly onClose: () => void;
}

/** A message over the wall, and the hours in which it is darker. */
export function WallDisplayDialog({ wall, onClose }: WallDisplayDialogProps) {
  const { display } = wall;
  const [message, setMessage] = useState(display.message);
  const [isDark, setDark] = useState(display.night !== null);
  const [night, setNight] = useState(display.night ?? USUAL_NIGHT);
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: () => changeDisplay(wall.id, { ...display, message: message.trim(), night: isDark ? night : null }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: wallsQuery.queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.displayTitle(wall.name)}
      isOpen
      onClose={onClose}
      submit={texts.changeSubmit}
      onSubmit={() => changing.mutate()}
      isPending={changing.isPending}
      error={changing.error}
    >
      <TextField
        label={texts.message}
        hint={texts.messageHint}
        mostCharacters={200}
        autoComplete="off"
        value={message}
        onChange={setMessage}
        autoFocus
      />
      <Checkbox isSelected={isDark} onChange={setDark}>
        {texts.night}
      </Checkbox>
      {isDark && (
        <div className="v-wall-night-fields">
          <TextField
            label={texts.nightFrom}
            type="time"
            value={night.from}
            onChange={(from) => setNight({ ...night, from })}
            isRequired
          />
          <TextField
            label={texts.nightTo}
            type="time"
            value={night.to}
            onChange={(to) => setNight({ ...night, to })}
            isRequired
          />
          <TextField
            label={texts.brightness}
            type="number"
            value={String(night.brightness)}
            onChange={(brightness) => setNight({ ...night, brightness: percentOf(brightness) })}
            isRequired
          />
        </div>
      )}
    </FormDialog>
  );
}

function percentOf(text: string): number {
  return Math.min(100, Math.max(0, Math.round(Number(text)) || 0));
}
