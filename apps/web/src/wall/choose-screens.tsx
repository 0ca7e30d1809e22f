import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "../control/checkbox.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { wallMessages as text } from "./messages.ts";
import { askScreens, fillScreens, rememberedScreens, type ScreenDetailed, screenKey } from "./screens.ts";

interface ChooseScreensProps {
  readonly onClose: () => void;
}

/** Which screens of this machine the playlist fills; the choice is remembered for these screens. */
export function ChooseScreens({ onClose }: ChooseScreensProps) {
  const { data: screens = [], error } = useQuery({
    queryKey: ["screens"],
    queryFn: askScreens,
    retry: false,
    gcTime: 0,
    networkMode: "always",
  });
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const chosen = picked ?? new Set(rememberedScreens(screens));
  const filling = useMutation({
    mutationFn: async () => {
      const keptBack = await fillScreens(
        screens,
        screens.filter((one) => chosen.has(screenKey(one))),
      );
      if (keptBack > 0) throw new Error(text.screensKeptBack(keptBack));
    },
    onSuccess: onClose,
    networkMode: "always",
  });
  const choose = (one: ScreenDetailed, isChosen: boolean): void => {
    const others = [...chosen].filter((key) => key !== screenKey(one));
    setPicked(new Set(isChosen ? [...others, screenKey(one)] : others));
  };
  return (
    <FormDialog
      title={text.screens}
      isOpen
      onClose={onClose}
      submit={text.screensSubmit}
      onSubmit={() => filling.mutate()}
      isPending={filling.isPending}
      error={filling.error ?? (error === null ? null : new Error(text.screensRefused))}
    >
      {screens.map((one) => (
        <Checkbox
          key={screenKey(one)}
          isSelected={chosen.has(screenKey(one))}
          onChange={(isChosen) => choose(one, isChosen)}
        >
          {screenKey(one)}
        </Checkbox>
      ))}
      <p>{text.screensHint}</p>
    </FormDialog>
  );
}
