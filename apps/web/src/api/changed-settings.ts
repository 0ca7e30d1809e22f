import { queryOptions } from "@tanstack/react-query";
import { configure } from "./identity.ts";

/** Keys of the settings that somebody has set: in the file, the environment or on the pages. */
export const changedSettingsQuery = queryOptions({
  queryKey: ["settings", "changed"],
  queryFn: async ({ signal }) => {
    const { fields } = await configure<{
      readonly fields: readonly { readonly key: string; readonly source: string }[];
    }>("/fields", { signal, like: { fields: [{ key: "", source: "" }] } });
    return fields.filter(({ source }) => source !== "default").map(({ key }) => key);
  },
});
