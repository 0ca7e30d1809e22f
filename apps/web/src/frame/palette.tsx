import { Search } from "lucide-react";
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { messages } from "../messages/en.ts";
import "./palette.css";

const PaletteDialog = lazy(async () => ({ default: (await import("./palette-dialog.tsx")).PaletteDialog }));

const OpenPaletteContext = createContext<(() => void) | undefined>(undefined);

/**
 * Ctrl+K or Cmd+K: finds pages, what people made, and acts, by their names. It stands around the pages: the one below
 * may still be loading, and comes without taking away what was typed.
 */
export function Palette({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    const onBack = () => setOpen(false);
    document.addEventListener("keydown", onKeyDown);
    window.addEventListener("popstate", onBack);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("popstate", onBack);
    };
  }, []);

  return (
    <OpenPaletteContext value={() => setOpen(true)}>
      {children}
      {isOpen && (
        <Suspense fallback={null}>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </OpenPaletteContext>
  );
}

/** Nothing on a page that stands alone. */
export function PaletteButton() {
  const open = use(OpenPaletteContext);
  if (open === undefined) return null;
  return (
    <Button
      className="v-button v-palette-button"
      data-kind="icon"
      aria-label={`${messages.frame.palette}, ${messages.frame.paletteKeys}`}
      onPress={open}
    >
      <Search aria-hidden />
      <kbd>{messages.frame.paletteKeys}</kbd>
    </Button>
  );
}
