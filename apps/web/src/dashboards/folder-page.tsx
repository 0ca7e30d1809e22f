import { useQuery } from "@tanstack/react-query";
import { FileUp, FolderPlus, Pencil, Plus, ShieldCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type Folder, folderQuery } from "../api/folders.ts";
import { RowMenu } from "../control/row-menu.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { useIsPhone } from "../control/use-media.ts";
import { Page } from "../frame/page.tsx";
import { PageFault } from "../frame/page-fault.tsx";
import { messages } from "../messages/en.ts";
import { DashboardList, NewAndImport } from "./dashboard-list-page.tsx";
import { DeleteFolder, MakeFolder, RenameFolder } from "./folder-dialogs.tsx";
import { folderTexts as texts } from "./folder-messages.ts";
import { ObjectPermissions } from "./object-permissions.tsx";
import { toImport, toNew, useMayMake } from "./wanted-folder.ts";

/** What lies in one folder. */
export function FolderPage() {
  const { folder: uid = "" } = useParams();
  const folder = useQuery(folderQuery(uid));
  const above = (folder.data?.parents ?? []).map((parent) => ({
    label: parent.title,
    to: `/dashboards/f/${encodeURIComponent(parent.uid)}`,
  }));
  return (
    <Page
      title={folder.data?.title ?? texts.folder}
      trail={[{ label: messages.dashboards.title, to: "/dashboards" }, ...above]}
      actions={folder.data !== undefined && <FolderActions folder={folder.data} />}
    >
      {folder.error !== null && (
        <PageFault error={folder.error} onRetry={() => void folder.refetch()} permission="folders:read" wanted={uid} />
      )}
      {folder.isPending && <SkeletonTable label={messages.loading} columns={4} />}
      {folder.data !== undefined && <DashboardList key={uid} folder={folder.data} />}
    </Page>
  );
}

type Act = "make" | "rename" | "permissions" | "delete";

function FolderActions({ folder }: { readonly folder: Folder }) {
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const isKeptElsewhere = folder.managedBy !== undefined;
  const navigate = useNavigate();
  const mayMake = useMayMake(folder);
  // The bar of a phone has no room for two more buttons.
  const isPhone = useIsPhone();
  const actions = [
    ...(isPhone && mayMake
      ? [
          { label: messages.dashboards.create.title, icon: Plus, onAction: () => void navigate(toNew(folder)) },
          { label: messages.dashboards.import, icon: FileUp, onAction: () => void navigate(toImport(folder)) },
        ]
      : []),
    ...(folder.canEdit ? [{ label: texts.make, icon: FolderPlus, onAction: () => setAct("make") }] : []),
    ...(folder.canEdit && !isKeptElsewhere
      ? [{ label: texts.rename, icon: Pencil, onAction: () => setAct("rename") }]
      : []),
    ...(folder.canAdmin
      ? [{ label: texts.permissions, icon: ShieldCheck, onAction: () => setAct("permissions") }]
      : []),
    ...(folder.canDelete && !isKeptElsewhere
      ? [{ label: texts.delete, icon: Trash2, kind: "danger" as const, onAction: () => setAct("delete") }]
      : []),
  ];
  return (
    <>
      {!isPhone && <NewAndImport folder={folder} />}
      {actions.length > 0 && <RowMenu label={messages.list.actionsFor(folder.title)} actions={actions} />}
      {act === "make" && <MakeFolder parent={folder.uid} onClose={close} />}
      {act === "rename" && <RenameFolder folder={folder} onClose={close} />}
      {act === "permissions" && <ObjectPermissions object={{ resource: "folders", ...folder }} onClose={close} />}
      {act === "delete" && <DeleteFolder folder={folder} onClose={close} />}
    </>
  );
}
