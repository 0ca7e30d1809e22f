import { Download } from "lucide-react";
import { useMemo } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../../control/button.tsx";
import { saveFile } from "../../control/save-file.ts";
import { dashboardMessages } from "../messages.ts";
import { type DisplayFrame, isApart } from "../model/frame/frame.ts";
import type { Scope } from "../model/variable/interpolate.ts";
import { NoData } from "./panel-states.tsx";
import { DataTable } from "./table/data-table.tsx";
import { csvOf, jsonOf, tableData } from "./table/table-data.ts";
import "../../control/dialog.css";

interface PanelDataDialogProps {
  readonly title: string;
  readonly frames: readonly DisplayFrame[];
  readonly scope: Scope;
  readonly now: number;
  readonly onClose: () => void;
}

/** What a panel shows, as a table: for reading exactly, for screen readers, and for taking along. */
export function PanelDataDialog({ title, frames, scope, now, onClose }: PanelDataDialogProps) {
  const table = useMemo(() => tableData(frames.filter((frame) => !isApart(frame))), [frames]);
  const exemplars = useMemo(() => frames.filter(({ isExemplars }) => isExemplars === true), [frames]);
  const height = Math.round(window.innerHeight * (exemplars.length > 0 ? 0.35 : 0.6));
  return (
    <ModalOverlay className="v-scrim" isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isDismissable>
      <Modal className="v-dialog v-dialog-wide">
        <Dialog className="v-dialog-body">
          <Heading slot="title" className="v-dialog-title">
            {title}
          </Heading>
          {table.rows === 0 ? (
            <NoData />
          ) : (
            <DataTable label={title} table={table} height={height} now={now} scope={scope} />
          )}
          {exemplars.map((frame) => (
            <DataTable
              key={frame.refId}
              label={dashboardMessages.exemplar.tableOf(frame.refId)}
              table={tableData([frame])}
              height={Math.min(height, 30 * frame.length + 40)}
              now={now}
              scope={scope}
            />
          ))}
          <div className="v-dialog-actions">
            {table.rows > 0 && (
              <>
                <Button
                  icon={<Download aria-hidden />}
                  onPress={() => saveFile(`${title}.csv`, "text/csv", csvOf(table))}
                >
                  {dashboardMessages.panel.csv}
                </Button>
                <Button
                  icon={<Download aria-hidden />}
                  onPress={() => saveFile(`${title}.json`, "application/json", jsonOf(table))}
                >
                  {dashboardMessages.panel.json}
                </Button>
              </>
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
