import { useQuery } from "@tanstack/react-query";
import { allFoldersQuery } from "../api/folders.ts";
import { MissingPart } from "../control/missing-part.tsx";
import { Select } from "../control/select.tsx";
import { folderTexts as texts } from "./folder-messages.ts";

interface FolderSelectProps {
  /** "Folder" unless given. */
  readonly label?: string;
  /** What it is called to choose none. */
  readonly none?: string;
  /** Empty for none. */
  readonly value: string;
  readonly onChange: (folder: string) => void;
}

/** One of all folders, or none. */
export function FolderSelect({ label = texts.folder, none = texts.noFolder, value, onChange }: FolderSelectProps) {
  const folders = useQuery(allFoldersQuery);
  const known = (folders.data ?? []).map(({ uid, title, folderTitle }) => ({
    id: uid,
    label: folderTitle === undefined || folderTitle === "" ? title : `${folderTitle} / ${title}`,
  }));
  // A folder that is not listed is still where the dashboard lies.
  const hidden = value === "" || known.some(({ id }) => id === value) ? [] : [{ id: value, label: value }];
  const options = [{ id: "", label: none }, ...hidden, ...known];
  return (
    <>
      <Select label={label} value={value} options={options} onChange={onChange} />
      <MissingPart name={texts.folders} query={folders} />
    </>
  );
}
