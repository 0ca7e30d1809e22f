import { Age } from "../control/age.tsx";
import { texts } from "./messages.ts";

/** As the server calls whoever has the secret key. */
const SECRET_KEY = "service_role";

interface SetWhenProps {
  /** ISO 8601; `null` where it was not set on the pages, or before that was kept. */
  readonly at: string | null;
  readonly by: string | null;
}

/** When something was set on the pages, and by whom: of a secret all there is to see. */
export function SetWhen({ at, by }: SetWhenProps) {
  if (at === null) return null;
  return (
    <span className="v-hint">
      {texts.setOnPages} <Age at={at} /> {by !== null && texts.setByPerson(by === SECRET_KEY ? texts.bySecretKey : by)}
    </span>
  );
}
