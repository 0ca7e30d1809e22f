import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Camera, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { createSnapshot, type SnapshotAudience, snapshotRulesQuery } from "../api/snapshots.ts";
import { mayDo } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Checkbox } from "../control/checkbox.tsx";
import { copyText } from "../control/clipboard.ts";
import { Dialog } from "../control/dialog.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { snapshotTexts as texts } from "./messages.ts";
import "./share-dialog.css";

interface ShareDialogProps {
  readonly uid: string;
  readonly title: string;
  /** The address of what is seen, at exactly these times or at those of whoever opens it. */
  readonly linkTo: (times: "these" | "theirs") => string;
  /** The document with its data. */
  readonly takeSnapshot: (signal: AbortSignal) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Ways to show a dashboard to others: its address, or what it shows now. */
export function ShareDialog({ uid, title, linkTo, takeSnapshot, onClose }: ShareDialogProps) {
  const user = useCurrentUser();
  return (
    <Dialog title={texts.shareTitle(title)} isOpen onClose={onClose}>
      <section className="v-share-part" aria-labelledby="share-link">
        <h3 id="share-link">{texts.link}</h3>
        <ShareLink linkTo={linkTo} />
      </section>
      {mayDo(user, "snapshots:create") && (
        <section className="v-share-part" aria-labelledby="share-snapshot">
          <h3 id="share-snapshot">{texts.snapshot}</h3>
          <ShareSnapshot uid={uid} title={title} takeSnapshot={takeSnapshot} />
        </section>
      )}
      <div className="v-dialog-actions">
        <Button kind="quiet" onPress={onClose}>
          {messages.close}
        </Button>
      </div>
    </Dialog>
  );
}

function ShareLink({ linkTo }: Pick<ShareDialogProps, "linkTo">) {
  const [isFixed, setFixed] = useState(true);
  return (
    <>
      <p>{texts.linkText}</p>
      <Checkbox isSelected={isFixed} onChange={setFixed}>
        {texts.fixed}
      </Checkbox>
      <Address url={linkTo(isFixed ? "these" : "theirs")} />
    </>
  );
}

function Address({ url }: { readonly url: string }) {
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    if (await copyText(url)) setCopied(url);
  };
  return (
    <div className="v-share-address">
      <TextField label={texts.address} value={url} onChange={() => undefined} isReadOnly />
      <Button icon={<Copy aria-hidden />} onPress={() => void copy()}>
        {copied === url ? texts.copied : texts.copy}
      </Button>
    </div>
  );
}

const HOUR = 3600;
const AGES = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR, longest: 0 } as const;
type Age = keyof typeof AGES;

function ShareSnapshot({ uid, title, takeSnapshot }: Omit<ShareDialogProps, "onClose" | "linkTo">) {
  const rules = useQuery(snapshotRulesQuery);
  const queryClient = useQueryClient();
  const [name, setName] = useState(title);
  const [audience, setAudience] = useState<SnapshotAudience>("readers");
  const [chosenAge, setAge] = useState<Age>("week");
  const { publicEnabled = false, maxAgeSeconds = 0 } = rules.data ?? {};
  const audiences = (["readers", "everyone", ...(publicEnabled ? (["public"] as const) : [])] as const).map((id) => ({
    id,
    label: texts.audiences[id],
  }));
  const ages = (Object.keys(AGES) as Age[]) // the keys of our own constant
    .filter((id) => maxAgeSeconds === 0 || AGES[id] <= maxAgeSeconds)
    .map((id) => ({ id, label: texts.ages[id] }));
  const age = ages.some(({ id }) => id === chosenAge) ? chosenAge : "longest";
  const taking = useMutation({
    mutationFn: async () => {
      const dashboard = await takeSnapshot(AbortSignal.timeout(120_000));
      return createSnapshot({ name, audience, expires: AGES[age], dashboardUid: uid, dashboard });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["snapshots"] }),
  });
  return (
    <Form isPending={taking.isPending} error={taking.error} onSubmit={() => taking.mutate()}>
      <p>{texts.snapshotText}</p>
      {rules.error !== null && <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />}
      {taking.error !== null && <FaultAlert error={taking.error} />}
      <TextField label={texts.name} value={name} onChange={setName} />
      <Select label={texts.audience} options={audiences} value={audience} onChange={setAudience} />
      <Select label={texts.expires} options={ages} value={age} onChange={setAge} />
      <Button
        type="submit"
        kind="primary"
        icon={<Camera aria-hidden />}
        isPending={taking.isPending}
        isDisabled={rules.data === undefined}
      >
        {taking.isPending ? texts.taking : texts.take}
      </Button>
      {taking.data !== undefined && <Taken key={taking.data.url} url={taking.data.url} />}
    </Form>
  );
}

/** Comes into view: in a low window it stands below what the dialog shows. */
function Taken({ url }: { readonly url: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div ref={element} className="v-stack">
      <Alert kind="ok">{texts.taken}</Alert>
      <Address url={url} />
    </div>
  );
}
