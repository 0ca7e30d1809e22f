import { Minimize } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../control/button.tsx";
import { dashboardMessages } from "../messages.ts";

interface LeaveKioskProps {
  readonly onLeave: () => void;
}

/** Milliseconds that the way out stays after the pointer moved. */
const SHOWN_MS = 3000;

/** The way out of the full page, for those without a keyboard: there as long as somebody moves the pointer or touches. */
export function LeaveKiosk({ onLeave }: LeaveKioskProps) {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    let timer = 0;
    const show = () => {
      window.clearTimeout(timer);
      setShown(true);
      timer = window.setTimeout(() => setShown(false), SHOWN_MS);
    };
    show();
    window.addEventListener("pointermove", show);
    window.addEventListener("pointerdown", show);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("pointermove", show);
      window.removeEventListener("pointerdown", show);
    };
  }, []);
  return (
    <div className="v-leave-kiosk" data-shown={isShown || undefined}>
      <Button icon={<Minimize aria-hidden />} onPress={onLeave}>
        {dashboardMessages.page.leave}
      </Button>
    </div>
  );
}
