import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { oneByOne } from "../api/one-by-one.ts";
import { folderTexts } from "./folder-messages.ts";

export interface SelectedDashboard {
  readonly uid: string;
  readonly title: string;
}

interface WithEachOptions {
  /** With all of them. */
  readonly onDone?: () => void;
  /** Also when it failed with some. */
  readonly onTried: (done: readonly SelectedDashboard[]) => unknown;
}

/** Does the same with each selected dashboard, and says with which of them it did not work. */
export function useWithEach(
  selected: readonly SelectedDashboard[],
  act: (dashboard: SelectedDashboard) => Promise<unknown>,
  { onDone, onTried }: WithEachOptions,
) {
  const [text, setText] = useState<string>();
  const acting = useMutation({
    mutationFn: async () => {
      const failures = await oneByOne(selected, act);
      const failed = failures.map(({ thing }) => thing);
      await onTried(selected.filter((one) => !failed.includes(one)));
      const [first] = failures;
      if (first === undefined) return;
      const isPart = failures.length < selected.length;
      setText(
        isPart
          ? `${first.error.message} ${folderTexts.selection.notDone(failed.map(({ title }) => title))}`
          : undefined,
      );
      throw first.error;
    },
    ...(onDone !== undefined && { onSuccess: onDone }),
  });
  return { ...acting, errorText: text };
}
