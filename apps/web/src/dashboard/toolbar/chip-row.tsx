import type { ReactNode } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { useFitting } from "../../control/use-fitting.ts";
import { dashboardMessages } from "../messages.ts";
import "../../control/menu.css";

interface Chip {
  readonly key: string;
  readonly node: ReactNode;
}

/** Chips in one line; those that do not fit are in a layer behind "+3". */
export function ChipRow({ chips }: { readonly chips: readonly Chip[] }) {
  const [row, fitting] = useFitting(chips.map(({ key }) => key));
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
