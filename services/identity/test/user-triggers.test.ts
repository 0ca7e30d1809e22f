import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { call, PASSWORD } from "./call.ts";
import { startIdentity } from "./identity-server.ts";

const TRIGGER = `
  create function public.set_plan() returns trigger language plpgsql as $$
  begin
    update auth.users set raw_app_meta_data = raw_app_meta_data || '{"plan":"gold"}' where id = new.id;
    return new;
  end $$;
  create trigger on_user_created after insert on auth.users for each row execute function public.set_plan()`;

onEachStore("an AFTER INSERT trigger on auth.users", (open) => {
  it("is visible in the response and the token of the sign-up", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.autoconfirm": true } });
    const signUp = async (email: string) =>
      (await call(server, "POST /signup", { body: { email, password: PASSWORD } })).json;
    expect(await signUp("before@example.com")).not.toHaveProperty("user.app_metadata.plan");
    for (const statement of TRIGGER.split(/;(?=\s+create trigger)/)) await server.db.query(statement);

    const { user, access_token: token } = await signUp("ada@example.com");

    expect(user).toMatchObject({ email: "ada@example.com", app_metadata: { provider: "email", plan: "gold" } });
    expect(JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString())).toMatchObject({
      app_metadata: { plan: "gold" },
    });
  });
});
