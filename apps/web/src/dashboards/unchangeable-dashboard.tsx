import type { ReadOnlyReason } from "../api/dashboards.ts";
import { Button } from "../control/button.tsx";
import { Dialog } from "../control/dialog.tsx";
import { folderTexts as texts } from "./folder-messages.ts";

interface UnchangeableDashboardProps {
  readonly title: string;
  readonly reason: ReadOnlyReason;
  readonly onClose: () => void;
}

/** Says why nothing comes of a change, in the place of the dialog that would make it. */
export function UnchangeableDashboard({ title, reason, onClose }: UnchangeableDashboardProps) {
  return (
    <Dialog title={texts.unchangeable(title)} isOpen onClose={onClose}>
      <p>{texts.unchangeableWhy[reason]}</p>
      <div className="v-dialog-actions">
        <Button onPress={onClose}>{texts.close}</Button>
      </div>
    </Dialog>
  );
}
