import { useEffect, useState } from "react";

/** An address in this page for a text; given back when the component goes. */
export function useFileUrl(text: string | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (text === undefined) return;
    const made = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    setUrl(made);
    // A minute later, since a download that was just started still reads it.
    return () => void setTimeout(() => URL.revokeObjectURL(made), 60_000);
  }, [text]);
  return url;
}
