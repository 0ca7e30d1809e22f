import { describe, expect, it } from "vitest";
import { afterChange, afterSending, typedOver } from "./typed.ts";

const is = Object.is;
const type = (state: ReturnType<typeof typedOver<string>>, typed: string) => ({ ...state, typed });

describe("what is typed over a value of the address", () => {
  it("follows the address while nobody types", () => {
    expect(afterChange(typedOver("cranes"), "ships", is).typed).toBe("ships");
  });

  it("outlives the answer to what was sent before the next key", () => {
    const sent = afterSending(type(typedOver(""), "c"), "c", is);
    const answered = afterChange(type(sent, "cr"), "c", is);

    expect(answered.typed).toBe("cr");
    expect(afterChange(afterSending(answered, "cr", is), "cr", is).typed).toBe("cr");
  });

  it("stays erased when what was sent before comes back after the erasing", () => {
    const sent = afterSending(type(typedOver(""), "c"), "c", is);

    expect(afterChange(type(sent, ""), "c", is).typed).toBe("");
  });

  it("gives way to Back once its answer has come, also to a value that was sent before", () => {
    const answered = afterChange(afterSending(typedOver(""), "c", is), "c", is);
    const back = afterChange(answered, "", is);

    expect(back.typed).toBe("");
    expect(afterChange(back, "c", is).typed).toBe("c");
  });

  it("waits for no answer to what the address says already", () => {
    const sent = afterSending(typedOver("c"), "c", is);

    expect(afterChange(sent, "", is).typed).toBe("");
    expect(afterChange(afterChange(sent, "", is), "c", is).typed).toBe("c");
  });
});
