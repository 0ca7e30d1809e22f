import type { UseQueryResult } from "@tanstack/react-query";
import { messages } from "../messages/en.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { CopyDetails } from "./copy-details.tsx";

interface MissingPartProps {
  /** What did not come, as it is called on the page. */
  readonly name: string;
  readonly query: Pick<UseQueryResult, "data" | "error"> & { readonly refetch: () => unknown };
}

/** A strip above a page that came without one of its parts; nothing while the part is there, or on its way. */
export function MissingPart({ name, query: { data, error, refetch } }: MissingPartProps) {
  if (error === null || data !== undefined) return null;
  return (
    <Alert kind="warn">
      {messages.error.missingPart(name)} {error.message}{" "}
      <Button kind="quiet" onPress={() => refetch()}>
        {messages.error.retry}
      </Button>
      <CopyDetails error={error} />
    </Alert>
  );
}
