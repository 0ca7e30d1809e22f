import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { publicPath } from "../api/public-path.ts";
import { pairWall } from "../api/walls.ts";
import { Button } from "../control/button.tsx";
import { Choices } from "../control/choices.tsx";
import { CopiedText } from "../control/copied-text.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { TextField } from "../control/text-field.tsx";
import { makeDemo, removeDemo, WELCOME } from "../home/demo.ts";
import { wallCommands } from "../walls/wall-command.ts";
import { SetUpStep } from "./set-up-step.tsx";
import { stepTexts } from "./step-messages.ts";

const texts = stepTexts.look;

/** The demo, which may go straight to a wall, or an empty room. */
export function LookAroundStep() {
  const [start, setStart] = useState<"demo" | "empty">("demo");
  const [code, setCode] = useState("");
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isCodeLost = start === "empty" && code.trim() !== "";
  const finishing = useMutation({
    mutationFn: async () => {
      if (start === "empty") return await removeDemo();
      await makeDemo(queryClient);
      if (code.trim() !== "") await pairWall({ code: code.trim(), name: "", playlist: WELCOME });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      await navigate("/");
    },
  });
  const { error } = finishing;
  const { clone, installed } = wallCommands({ playlist: WELCOME, server: window.location.origin + publicPath() });
  const isCodeWrong = error instanceof ApiError && error.code === "wall_code_wrong";
  return (
    <SetUpStep
      step="look-around"
      isPending={finishing.isPending || isCodeLost}
      error={error}
      onDone={() => finishing.mutate()}
      submit={
        <Button type="submit" kind="primary" isPending={finishing.isPending} isDisabled={isCodeLost}>
          {texts.finish}
        </Button>
      }
    >
      <Choices
        label={texts.choice}
        choices={[
          { id: "demo", ...texts.demo },
          { id: "empty", ...texts.empty },
        ]}
        value={start}
        onChange={setStart}
      />
      <CopiedText label={texts.command} text={clone} copy={stepTexts.address.copy} copied={texts.copied} />
      <TextField
        label={texts.code}
        name="code"
        autoComplete="off"
        hint={texts.codeHint(installed)}
        error={isCodeLost ? texts.codeNeedsDemo : isCodeWrong ? error.message : undefined}
        value={code}
        onChange={setCode}
      />
      {error !== null && !isCodeWrong && <FaultAlert error={error} />}
    </SetUpStep>
  );
}
