import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { may } from "../api/user.ts";
import { pairWall, wallsQuery } from "../api/walls.ts";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { TextField } from "../control/text-field.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { WritablePage } from "../session/writable.tsx";
import { codeOf } from "../setup/set-up-code.ts";
import { texts } from "./messages.ts";
import { PlaylistSelect } from "./playlist-select.tsx";

/** Where an administrator types the code that stands on a wall, or arrives with it by the wall's square picture. */
export function PairWallPage() {
  return may(useCurrentUser(), "walls:write") ? (
    <WritablePage title={texts.pairTitle}>
      <PairWall />
    </WritablePage>
  ) : (
    <NoAccess title={texts.pairTitle} neededRole="Admin" permission="walls:write" />
  );
}

function PairWall() {
  const { hash } = useLocation();
  const [code, setCode] = useState(() => (hash === "" ? "" : codeOf(hash)));
  const [name, setName] = useState("");
  const [playlist, setPlaylist] = useState("");
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const pairing = useMutation({
    mutationFn: () => pairWall({ code: code.trim(), name: name.trim(), playlist }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: wallsQuery.queryKey });
      await navigate("/walls");
    },
  });
  useEffect(() => {
    if (hash !== "") history.replaceState(history.state, "", window.location.pathname);
  }, [hash]);
  const { error } = pairing;
  const isCodeWrong = error instanceof ApiError && error.code === "wall_code_wrong";
  const isTooMuch = error instanceof ApiError && error.status === 429;

  return (
    <Page title={texts.pairTitle} trail={[{ label: texts.title, to: "/walls" }]} width="form">
      <p>{texts.pairLead}</p>
      <Form className="v-card v-stack" isPending={pairing.isPending} error={error} onSubmit={() => pairing.mutate()}>
        {error !== null && !isCodeWrong && (
          <FaultAlert error={error} text={isTooMuch ? texts.tooManyCodes : undefined} />
        )}
        <TextField
          label={texts.code}
          name="code"
          autoComplete="off"
          hint={texts.codeHint}
          error={isCodeWrong ? error.message : undefined}
          value={code}
          onChange={setCode}
          isRequired
          autoFocus
        />
        <TextField
          label={texts.name}
          autoComplete="off"
          hint={texts.nameHint}
          value={name}
          onChange={setName}
          mostCharacters={100}
        />
        <PlaylistSelect value={playlist} onChange={setPlaylist} none={texts.asWished} />
        <div className="v-form-actions">
          <Button type="submit" kind="primary" isPending={pairing.isPending}>
            {texts.pairSubmit}
          </Button>
        </div>
      </Form>
    </Page>
  );
}
