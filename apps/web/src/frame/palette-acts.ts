import { LogOut, type LucideIcon, Palette, SquareCode } from "lucide-react";
import { shortcutMessages } from "../help/messages.ts";
import { messages } from "../messages/en.ts";
import { useOwnChoice } from "../session/own-choice.ts";
import { THEME_CHOICES } from "../theme/theme.ts";
import type { KeySequence } from "./key-sequences.ts";
import { listensTo, pressKeys } from "./keys.ts";
import type { PalettePlace } from "./palette-place.ts";
import { useSignOut } from "./use-sign-out.ts";

/** What is done by keys on a page as a whole. What means the row or panel in hand is not: while one types here there is none. */
const OF_PAGES: readonly KeySequence[] = [
  ...(["e", "a", "f"] as const),
  ...(["t t", "t z", "t a", "t c", "t v"] as const),
  ...(["d r", "d s", "d h", "d j", "d k"] as const),
];

const PAGE: LucideIcon = SquareCode;

/** What the page behind does, as it stands. */
export function pageActs(): readonly PalettePlace[] {
  return shortcutMessages.groups.flatMap(({ name, keys }) =>
    keys.flatMap(({ keys: pressed, does }) => {
      const sequence = OF_PAGES.find((one) => one === pressed.join(" "));
      if (sequence === undefined || !listensTo(sequence)) return [];
      return [{ label: does, about: name, icon: PAGE, keys: pressed, open: () => pressKeys(sequence) }];
    }),
  );
}

/** What can be done anywhere. */
export function useActs(): readonly PalettePlace[] {
  const [theme, chooseTheme] = useOwnChoice("theme");
  const signingOut = useSignOut();
  const { frame } = messages;
  return [
    ...THEME_CHOICES.filter((choice) => choice !== theme).map((choice) => ({
      label: `${frame.theme}: ${frame.themes[choice]}`,
      icon: Palette,
      open: () => chooseTheme(choice),
    })),
    { label: frame.signOut, icon: LogOut, open: () => signingOut.mutate() },
  ];
}
