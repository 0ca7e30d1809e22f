import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { dashboardQuery } from "../api/dashboards.ts";
import { Button } from "../control/button.tsx";
import { Dialog } from "../control/dialog.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { useFileUrl } from "../control/file-url.ts";
import { messages } from "../messages/en.ts";

interface ExportDashboardProps {
  readonly uid: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** The dashboard's document as a file that this and other dashboard servers import. */
export function ExportDashboard({ uid, title, onClose }: ExportDashboardProps) {
  const dashboard = useQuery(dashboardQuery(uid));
  const texts = messages.dashboards.export;
  const file = useFileUrl(
    dashboard.data === undefined ? undefined : `${JSON.stringify(dashboard.data.spec, undefined, 2)}\n`,
  );
  return (
    <Dialog title={texts.title(title)} isOpen onClose={onClose}>
      <p>{texts.text}</p>
      {dashboard.error !== null && <ErrorState error={dashboard.error} onRetry={() => void dashboard.refetch()} />}
      <div className="v-dialog-actions">
        <Button kind="quiet" onPress={onClose}>
          {messages.cancel}
        </Button>
        {file !== undefined && (
          <a className="v-button" data-kind="primary" href={file} download={`${uid}.json`} onClick={onClose}>
            <Download aria-hidden />
            {texts.submit(`${uid}.json`)}
          </a>
        )}
      </div>
    </Dialog>
  );
}
