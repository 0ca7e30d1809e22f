import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { dashboardMessages } from "../messages.ts";
import "../../control/menu.css";

interface Chip {
  readonly key: string;
  readonly node: ReactNode;
}

/** Chips in one line; those that do not fit are in a layer behind "+3". */
export function ChipRow({ chips }: { readonly chips: readonly Chip[] }) {
  const row = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(chips.length);
  const keys = chips.map(({ key }) => key).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there are others to watch
  useLayoutEffect(() => {
    const line = row.current;
    if (line === null) return undefined;
    const measure = () => setFitting(countInFirstLine(line));
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [line, ...line.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [keys]);
  const rest = chips.slice(fitting);
  const { more, bar } = dashboardMessages.variable;
  return (
    <div className="v-chips">
      <div ref={row} className="v-chips-line">
        {chips.map(({ key, node }, index) => (
          // Those of the layer stay here unseen: their widths tell when there is room for them again.
          <div key={key} className="v-chip" data-left-out={index >= fitting || undefined}>
            {node}
          </div>
        ))}
      </div>
      {rest.length > 0 && (
        <DialogTrigger>
          <Button className="v-variable" aria-label={`${more(rest.length)} ${bar}`}>
            {more(rest.length)}
          </Button>
          <Popover className="v-popover" placement="bottom end" offset={4}>
            <Dialog className="v-chips-rest" aria-label={bar}>
              {rest.map(({ key, node }) => (
                <div key={key} className="v-chip">
                  {node}
                </div>
              ))}
            </Dialog>
          </Popover>
        </DialogTrigger>
      )}
    </div>
  );
}

/** Elements that stand in the first line, as high as one. */
function countInFirstLine({ children, clientHeight }: Element): number {
  const boxes = [...children].map((child) => child.getBoundingClientRect());
  const top = boxes[0]?.top ?? 0;
  const next = boxes.findIndex((box) => box.bottom > top + clientHeight + 1);
  return next < 0 ? boxes.length : next;
}
