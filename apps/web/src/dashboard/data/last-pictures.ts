/** Panels of so many are remembered; the one that was longest unseen goes first. */
const MOST = 300;

/**
 * What panels showed last, for screens that show the same dashboards again and again: one that comes back is there at
 * once, and stays when the server is gone.
 */
export interface LastPictures<Picture> {
  recall(key: string): Picture | undefined;
  keep(key: string, picture: Picture): void;
  forget(isGone: (key: string) => boolean): void;
}

export function createLastPictures<Picture>(most = MOST): LastPictures<Picture> {
  const pictures = new Map<string, Picture>();
  return {
    recall: (key) => pictures.get(key),
    keep(key, picture) {
      pictures.delete(key);
      pictures.set(key, picture);
      const [oldest] = pictures.keys();
      if (pictures.size > most && oldest !== undefined) pictures.delete(oldest);
    },
    forget(isGone) {
      for (const key of [...pictures.keys()].filter(isGone)) pictures.delete(key);
    },
  };
}
