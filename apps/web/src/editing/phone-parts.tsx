import { type CSSProperties, type ReactNode, useRef, useState } from "react";
import { type Key, Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useSize } from "../dashboard/view/use-size.ts";
import { editingMessages as texts } from "./messages.ts";
import "../control/section.css";
import "./phone-parts.css";

interface PhonePartsProps {
  readonly preview: ReactNode;
  /** `undefined` for a panel that asks nothing. */
  readonly queries: ReactNode | undefined;
  readonly options: ReactNode;
  /** The one that is open at first. */
  readonly first: "queries" | "options";
}

/** A panel's editor on a phone: its picture stays in sight, and below it there is one thing at a time. */
export function PhoneParts({ preview, queries, options, first }: PhonePartsProps) {
  const [chosen, setChosen] = useState<Key>(first);
  const pinned = useRef<HTMLDivElement>(null);
  const height = useSize(pinned)?.height ?? 0;
  const style: CSSProperties & Record<`--${string}`, string> = { "--v-pinned": `${height}px` };
  return (
    <Tabs
      className="v-phone-parts"
      selectedKey={queries === undefined ? "options" : chosen}
      onSelectionChange={setChosen}
      style={style}
    >
      <div className="v-phone-pinned" ref={pinned}>
        {preview}
        <TabList className="v-tabs" aria-label={texts.parts}>
          {queries !== undefined && (
            <Tab id="queries" className="v-tab">
              {texts.queries}
            </Tab>
          )}
          <Tab id="options" className="v-tab">
            {texts.options}
          </Tab>
        </TabList>
      </div>
      {queries !== undefined && (
        <TabPanel id="queries" className="v-phone-part">
          {queries}
        </TabPanel>
      )}
      <TabPanel id="options" className="v-phone-part">
        {options}
      </TabPanel>
    </Tabs>
  );
}
