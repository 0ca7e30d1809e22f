import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { isOutage } from "../api/api-error.ts";
import { type DataSource, testDataSource } from "../api/data-sources.ts";
import { Button } from "../control/button.tsx";
import { CopyDetails } from "../control/copy-details.tsx";
import { Status } from "../control/status.tsx";
import { dataSourceMessages } from "./messages.ts";
import "./data-sources.css";

interface TestDataSourceProps {
  readonly source: DataSource;
  /** Another one each time it was saved here: whether it answers is asked then, too. */
  readonly saved: object | undefined;
}

/** Asks the data source a question, the way a dashboard does, and says what came back. */
export function TestDataSource({ source, saved }: TestDataSourceProps) {
  const testing = useMutation({ mutationFn: () => testDataSource(source.uid) });
  const { mutate } = testing;
  useEffect(() => {
    if (saved !== undefined) mutate();
  }, [saved, mutate]);
  const texts = dataSourceMessages;
  return (
    <div className="v-source-test">
      <Button
        kind="quiet"
        aria-label={texts.testOne(source.name)}
        isPending={testing.isPending}
        onPress={() => mutate()}
      >
        {texts.test}
      </Button>
      <span role="status">
        {testing.isSuccess && <Status kind="ok">{texts.answered(testing.data)}</Status>}
        {testing.error !== null && (
          <span className="v-source-fault">
            <Status kind="crit">{texts.failed}</Status> {testing.error.message}{" "}
            {isOutage(testing.error) && <CopyDetails error={testing.error} />}
          </span>
        )}
      </span>
    </div>
  );
}
