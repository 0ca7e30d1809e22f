import { useState } from "react";
import type { SigningKey } from "../api/settings.ts";
import { momentText } from "../control/moment-text.ts";
import { Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { TextArea } from "../control/text-area.tsx";
import { type DecodedToken, decodeToken } from "./decode-token.ts";
import { texts } from "./messages.ts";

const words = texts.tokenReader;

/** What a token says, read in this page: it goes nowhere. */
export function TokenReader({ keys }: { readonly keys: readonly SigningKey[] }) {
  const [text, setText] = useState("");
  const token = decodeToken(text);
  return (
    <Section title={words.title} lead={words.lead}>
      <TextArea label={words.token} value={text} onChange={setText} rows={3} />
      <div className="v-token" aria-live="polite">
        {text.trim() !== "" && token === undefined && <Status kind="crit">{words.none}</Status>}
        {token !== undefined && <Decoded token={token} keys={keys} />}
      </div>
    </Section>
  );
}

function Decoded({
  token: { header, claims },
  keys,
}: {
  readonly token: DecodedToken;
  readonly keys: readonly SigningKey[];
}) {
  const key = keys.find(({ id }) => id === header["kid"]);
  const end = typeof claims["exp"] === "number" ? new Date(claims["exp"] * 1000) : undefined;
  const isOver = end !== undefined && end.getTime() < Date.now();
  return (
    <>
      <div>
        <Status kind={key === undefined || key.status === "revoked" ? "warn" : "ok"}>
          {key === undefined ? words.unknownKey : words.knownKey(texts.keys.states[key.status])}
        </Status>
      </div>
      {end !== undefined && !Number.isNaN(end.getTime()) && (
        <div>
          <Status kind={isOver ? "crit" : "ok"}>
            {isOver ? words.over : words.lasts} {momentText(end, "second")}
          </Status>
        </div>
      )}
      <TextArea
        label={words.header}
        value={JSON.stringify(header, null, 2)}
        onChange={() => undefined}
        rows={4}
        isReadOnly
      />
      <TextArea
        label={words.claims}
        value={JSON.stringify(claims, null, 2)}
        onChange={() => undefined}
        rows={12}
        isReadOnly
      />
    </>
  );
}
