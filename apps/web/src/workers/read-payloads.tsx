import { useMutation } from "@tanstack/react-query";
import { readLinkTarget } from "@vedette/client/link-target";
import { useState } from "react";
import { decodePayloads, payloadText, readPayloads } from "../api/codec.ts";
import type { CodecSettings } from "../api/ui-settings.ts";
import { Alert } from "../control/alert.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { TextArea } from "../control/text-area.tsx";
import { texts } from "./messages.ts";

interface ReadPayloadsProps {
  readonly codec: CodecSettings;
  readonly namespace: string;
  readonly onClose: () => void;
}

/** Shows what payloads say that only the codec server of the operator can read. */
export function ReadPayloads({ codec, namespace, onClose }: ReadPayloadsProps) {
  const [text, setText] = useState("");
  const words = texts.payloads;
  const payloads = readPayloads(text);
  const reading = useMutation({
    mutationFn: async () => {
      if (payloads === undefined) throw new TypeError(words.none);
      return decodePayloads(codec, namespace, payloads);
    },
  });
  const hasFailed = reading.isError && payloads !== undefined;
  // Without an answer they stay as they are.
  const shown = hasFailed ? payloads : reading.data;
  return (
    <FormDialog
      title={words.title}
      submit={words.read}
      isOpen
      onClose={onClose}
      onSubmit={() => reading.mutate()}
      isPending={reading.isPending}
      error={hasFailed ? null : reading.error}
    >
      <TextArea label={words.label} hint={words.hint} rows={6} value={text} onChange={setText} />
      {hasFailed && <CodecFault codec={codec} />}
      {shown !== undefined && (
        <section className="v-payloads" aria-label={words.result} aria-live="polite">
          {shown.map(payloadText).map((value, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: payloads have no other name than their place
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <pre key={place} tabIndex={0}>
              {value}
            </pre>
          ))}
        </section>
      )}
    </FormDialog>
  );
}

/** In the operator's own words where there are some. */
function CodecFault({ codec }: { readonly codec: CodecSettings }) {
  const link = readLinkTarget(codec.DefaultErrorLink)?.href;
  return (
    <Alert kind="crit">
      {codec.DefaultErrorMessage || texts.payloads.failed}{" "}
      {link !== undefined && (
        <a href={link} target="_blank" rel="noreferrer">
          {texts.payloads.more}
        </a>
      )}
    </Alert>
  );
}
