import { useMutation } from "@tanstack/react-query";
import { isOutage } from "../api/api-error.ts";
import { type DataSource, testDataSource } from "../api/data-sources.ts";
import { Button } from "../control/button.tsx";
import { CopyDetails } from "../control/copy-details.tsx";
import { Status } from "../control/status.tsx";
import { dataSourceMessages } from "./messages.ts";
import "./data-sources.css";

interface TestDataSourceProps {
  readonly source: DataSource;
}

/** Asks the data source a question, the way a dashboard does, and says what came back. */
export function TestDataSource({ source }: TestDataSourceProps) {
  const testing = useMutation({ mutationFn: () => testDataSource(source.uid) });
  const texts = dataSourceMessages;
  return (
    <div className="v-source-test">
      <Button
        kind="quiet"
        aria-label={texts.testOne(source.name)}
        isPending={testing.isPending}
        onPress={() => testing.mutate()}
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
