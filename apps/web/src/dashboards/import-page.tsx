import { FileJson } from "lucide-react";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Form } from "../control/form.tsx";
import { TextArea } from "../control/text-area.tsx";
import { Page } from "../frame/page.tsx";
import { type ImportDocument, readImport } from "./import-document.ts";
import { ImportForm } from "./import-form.tsx";
import { importMessages } from "./import-messages.ts";
import { useWantedFolder } from "./wanted-folder.ts";
import "./import-page.css";
import { WritablePage } from "../session/writable.tsx";

/** The largest text that the server takes in one piece. */
const MAX_BYTES = 8 * 1024 * 1024;

export function ImportPage() {
  const { trail } = useWantedFolder();
  const [document, setDocument] = useState<ImportDocument>();
  return (
    <WritablePage title={importMessages.title}>
      <Page title={importMessages.title} trail={trail} width="form">
        {document === undefined ? (
          <ImportSource onRead={setDocument} />
        ) : (
          <ImportForm document={document} onBack={() => setDocument(undefined)} />
        )}
      </Page>
    </WritablePage>
  );
}

interface ImportSourceProps {
  readonly onRead: (document: ImportDocument) => void;
}

/** A file, dropped or chosen, or text that is pasted. */
function ImportSource({ onRead }: ImportSourceProps) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const texts = importMessages;

  const read = (given: string) => {
    const reading = readImport(given);
    if (reading.kind === "document") return onRead(reading.document);
    setFault(texts.faults[reading.fault](reading.detail));
  };
  const readFile = async (file: File) => {
    if (file.size > MAX_BYTES) return setFault(texts.tooLarge);
    read(await file.text());
  };

  return (
    <div className="v-stack">
      {fault !== undefined && <Alert kind="crit">{fault}</Alert>}
      <FileDrop onFile={(file) => void readFile(file)} />
      <Form className="v-card v-stack" isPending={false} error={null} onSubmit={() => read(text)}>
        <TextArea label={texts.paste} value={text} onChange={setText} />
        <div className="v-form-actions">
          <Button type="submit" kind="primary">
            {texts.read}
          </Button>
        </div>
      </Form>
    </div>
  );
}

interface FileDropProps {
  readonly onFile: (file: File) => void;
}

/** A place to drop a file on; the button in it does the same without a pointer. */
function FileDrop({ onFile }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  return (
    <section
      className="v-drop"
      aria-label={importMessages.drop}
      data-drop-target={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <FileJson aria-hidden />
      <p>{importMessages.drop}</p>
      <FileTrigger acceptedFileTypes={["application/json", ".json"]} onSelect={take}>
        <Button>{importMessages.choose}</Button>
      </FileTrigger>
    </section>
  );
}
