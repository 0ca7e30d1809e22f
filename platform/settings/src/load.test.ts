import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { declareSettings } from "./declare.ts";
import { SettingsError } from "./errors.ts";
import { loadSettings, settingsFrom } from "./load.ts";

const mail = declareSettings({
  "mail.otp_expiry": {
    env: "VEDETTE_OTP_EXP",
    type: Type.Integer({ minimum: 60, maximum: 86_400 }),
    default: 3600,
    doc: "Seconds.",
  },
  "mail.secure": {
    env: "VEDETTE_SECURE",
    alike: [{ key: "mail.enable_plain", read: (written) => (typeof written === "boolean" ? !written : written) }],
    type: Type.Boolean(),
    default: true,
    doc: "Secure.",
  },
  "mail.allowed": { env: "VEDETTE_ALLOWED", type: Type.Array(Type.String()), default: [], doc: "Addresses." },
  "mail.pass": {
    env: "VEDETTE_PASS",
    type: Type.String({ maxLength: 8 }),
    default: "",
    secret: true,
    doc: "Password.",
  },
});

const texts = declareSettings({
  "text.provider": {
    env: "VEDETTE_TEXT_PROVIDER",
    alike: ["pigeon", "smoke"].map((name) => ({
      key: `text.${name}.enabled`,
      read: (written: unknown) => (written === true ? name : written === false ? undefined : written),
    })),
    type: Type.String(),
    default: "",
    doc: "Who carries texts.",
  },
  "text.pigeon.name": { env: "VEDETTE_TEXT_PIGEON_NAME", type: Type.String(), default: "", doc: "Its name." },
  "text.numbers": {
    env: "VEDETTE_TEXT_NUMBERS",
    fromFile: (written) => (Array.isArray(written) ? written : Object.keys(Object(written))),
    sections: {
      below: "text.",
      read: (name, { enabled }) => (enabled === true ? `section ${name}` : undefined),
    },
    type: Type.Array(Type.String()),
    default: [],
    doc: "Numbers.",
  },
});

const loadTexts = (...lines: string[]) =>
  loadSettings([texts], { env: {}, file: { path: "vedette.toml", text: lines.join("\n") } }).of(texts);

const load = (text: string | undefined, env: NodeJS.ProcessEnv = {}) =>
  loadSettings([mail], { env, ...(text === undefined ? {} : { file: { path: "vedette.toml", text } }) });

describe("a setting", () => {
  it("may be written in other words, and is refused when both are", () => {
    expect(load("[mail]\nenable_plain = true").of(mail)["mail.secure"]).toBe(false);
    expect(load("[mail]\nenable_plain = true").sourceOf("mail.secure")).toBe("file");
    expect(() => load('[mail]\nenable_plain = "often"')).toThrow(/mail\.enable_plain is "often"/);
    expect(() => load("[mail]\nenable_plain = true\nsecure = true")).toThrow(
      "vedette.toml: mail.enable_plain and mail.secure say the same; keep one",
    );
  });

  it("may be said by one of several switches, of which those that are off say nothing", () => {
    const both = ["[text.pigeon]", "enabled = true", "[text.smoke]", "enabled = false"];

    expect(loadTexts(...both)["text.provider"]).toBe("pigeon");
    expect(loadTexts("[text]", 'provider = "smoke"', "[text.pigeon]", "enabled = false")["text.provider"]).toBe(
      "smoke",
    );
    expect(loadTexts("[text.smoke]", "enabled = false")["text.provider"]).toBe("");
    expect(() => loadTexts("[text.pigeon]", "enabled = true", "[text.smoke]", "enabled = true")).toThrow(
      "text.pigeon.enabled and text.smoke.enabled say the same; keep one",
    );
    expect(() => loadTexts("[text.pigeon]", "enabled = 7")).toThrow("text.pigeon.enabled is 7");
  });

  it("may stand in the file in another form, or as sections whose names are free", () => {
    expect(loadTexts("[text.numbers]", "15551 = true")["text.numbers"]).toEqual(["15551"]);
    const sections = ["[text.semaphore]", "enabled = true", "[text.beacon]", "enabled = false"];
    expect(loadTexts(...sections)["text.numbers"]).toEqual(["section semaphore"]);
    expect(loadTexts(...sections, "[text]", 'numbers = ["15552"]')["text.numbers"]).toEqual([
      "15552",
      "section semaphore",
    ]);
    expect(() => loadTexts("[text.pigeom]", "enabled = true")).toThrow("text.pigeom.enabled");
  });

  it("has its default when nobody wrote it", () => {
    expect(load(undefined).of(mail)["mail.otp_expiry"]).toBe(3600);
  });

  it("is taken from the variable of the reference service where there is none of its own", () => {
    const alike = { GOTRUE_OTP_EXP: "240" };

    expect(load(undefined, alike).of(mail)["mail.otp_expiry"]).toBe(240);
    expect(load(undefined, { ...alike, VEDETTE_OTP_EXP: "180" }).of(mail)["mail.otp_expiry"]).toBe(180);
    expect(() => load(undefined, { GOTRUE_OTP_EXP: "soon" })).toThrow(SettingsError);
  });

  it("moves a number of the reference service's variable into the limits, with a warning that names the variable", () => {
    const low = load(undefined, { GOTRUE_OTP_EXP: "0" });
    const high = load(undefined, { GOTRUE_OTP_EXP: "1000000000" });

    expect(low.of(mail)["mail.otp_expiry"]).toBe(60);
    expect(low.warnings).toEqual(["GOTRUE_OTP_EXP is 0, which is outside the limits here: 60 is used"]);
    expect(high.of(mail)["mail.otp_expiry"]).toBe(86_400);
    expect(() => load(undefined, { VEDETTE_OTP_EXP: "0" })).toThrow(/VEDETTE_OTP_EXP is 0/);
    expect(() => load(undefined, { GOTRUE_OTP_EXP: "soon" })).toThrow(/GOTRUE_OTP_EXP is "soon"/);
  });

  it("is taken from the file, and from the environment before the file", () => {
    const fromFile = load("[mail]\notp_expiry = 120");
    const fromBoth = load("[mail]\notp_expiry = 120", { VEDETTE_OTP_EXP: "180" });

    expect([fromFile.of(mail)["mail.otp_expiry"], fromFile.sourceOf("mail.otp_expiry")]).toEqual([120, "file"]);
    expect([fromBoth.of(mail)["mail.otp_expiry"], fromBoth.sourceOf("mail.otp_expiry")]).toEqual([180, "environment"]);
  });

  it.each([
    ["yes", true],
    ["0", false],
    ["OFF", false],
  ])("that is a switch understands %s", (word, expected) => {
    expect(load(undefined, { VEDETTE_SECURE: word }).of(mail)["mail.secure"]).toBe(expected);
  });

  it("that is a list is split at commas, blanks dropped", () => {
    expect(load(undefined, { VEDETTE_ALLOWED: " a@b.c, ,d@e.f " }).of(mail)["mail.allowed"]).toEqual([
      "a@b.c",
      "d@e.f",
    ]);
  });

  it("counts an empty variable as unset", () => {
    expect(load(undefined, { VEDETTE_OTP_EXP: "" }).sourceOf("mail.otp_expiry")).toBe("default");
  });

  it("reads env(NAME) in the file from the environment", () => {
    expect(load('[mail]\npass = "env(SMTP)"', { SMTP: "hunter2" }).of(mail)["mail.pass"]).toBe("hunter2");
  });

  it("has the caller's value in a test's table", () => {
    expect(settingsFrom(mail, { "mail.otp_expiry": 90 })["mail.otp_expiry"]).toBe(90);
  });
});

describe("what the operator wrote wrong", () => {
  const faultsOf = (text: string | undefined, env: NodeJS.ProcessEnv = {}) => {
    try {
      load(text, env);
    } catch (error) {
      if (error instanceof SettingsError) return error.faults;
    }
    return [];
  };

  it("is an unknown key, answered with the nearest known one", () => {
    expect(faultsOf("[mail]\notp_expiri = 120")).toEqual([
      { origin: "file", message: "vedette.toml: there is no setting mail.otp_expiri; did you mean mail.otp_expiry?" },
    ]);
  });

  it("is broken TOML, answered with line and column", () => {
    expect(faultsOf("[mail\notp = 1")[0]?.message).toMatch(/^vedette\.toml:1:\d+ is not valid TOML: /);
  });

  it("is a value outside its limits, and all faults come at once", () => {
    const faults = faultsOf("[mail]\notp_expiry = 1", { VEDETTE_SECURE: "perhaps" });

    expect(faults.map(({ origin }) => origin)).toEqual(["file", "environment"]);
    expect(faults[0]?.message).toContain("mail.otp_expiry is 1");
    expect(faults[1]?.message).toContain('VEDETTE_SECURE is "perhaps"');
  });

  it("is never shown when it is a secret", () => {
    const [fault] = faultsOf(undefined, { VEDETTE_PASS: "much-too-long-a-secret" });
    expect(fault?.message).toMatch(/^VEDETTE_PASS is not allowed: it must /);
    expect(fault?.message).not.toContain("much-too-long");
  });

  it("is a variable that means nothing: a warning with the nearest known one", () => {
    expect(load(undefined, { VEDETTE_OTP_EXPI: "1" }).warnings).toEqual([
      "The environment variable VEDETTE_OTP_EXPI means nothing here; did you mean VEDETTE_OTP_EXP?",
    ]);
  });

  it("is one that leaves a word out: the one with all of its words is meant, not one that is spelt alike", () => {
    expect(load(undefined, { VEDETTE_EXP: "1" }).warnings).toEqual([
      "The environment variable VEDETTE_EXP means nothing here; did you mean VEDETTE_OTP_EXP?",
    ]);
    expect(faultsOf("otp_expiry = 120")).toEqual([
      { origin: "file", message: "vedette.toml: there is no setting otp_expiry; did you mean mail.otp_expiry?" },
    ]);
  });
});
