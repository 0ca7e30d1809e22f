import { queryOptions } from "@tanstack/react-query";
import { apiErrorOf } from "./api-error.ts";
import { serverFetch } from "./server-fetch.ts";

/** Pixels of the page. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Where a dashboard's picture is; twice the size is asked for, for dense screens. */
export function picturePath(uid: string, theme: "dark" | "light", { width, height }: PictureSize): string {
  const path = `/apis/dashboard.vedette.app/v1/namespaces/default/dashboards/${encodeURIComponent(uid)}/image`;
  return `${path}?width=${2 * width}&height=${2 * height}&theme=${theme}`;
}

interface DatedPicture {
  readonly picture: Blob;
  /** When its values were asked for. */
  readonly at: string;
}

/** As long as the server keeps it. */
const STALE_MS = 60_000;

/** A dashboard's picture with its age, which an `<img>` does not tell. */
export function datedPictureQuery(uid: string, theme: "dark" | "light", size: PictureSize) {
  return queryOptions({
    queryKey: ["pictures", uid, theme, size],
    staleTime: STALE_MS,
    // A dashboard that cannot be drawn is as good without.
    retry: false,
    queryFn: async ({ signal }): Promise<DatedPicture> => {
      const path = picturePath(uid, theme, size);
      const response = await serverFetch(path, {
        headers: { accept: "image/png" },
        credentials: "same-origin",
        signal,
      });
      if (!response.ok) throw await apiErrorOf(response, path);
      const at = new Date(response.headers.get("last-modified") ?? Date.now());
      return { picture: await response.blob(), at: at.toISOString() };
    },
  });
}
