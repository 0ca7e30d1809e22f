import { expect, it } from "vitest";
import { giveRole, type UserDirectory } from "../examples/third-party/give-role.ts";

type Claims = Readonly<Record<string, unknown>>;

/** A directory of so many users, with what it was asked. */
function aDirectory(count: number, claimsOf: (index: number) => Claims | undefined) {
  const claims = new Map(Array.from({ length: count }, (_, index) => [`user-${index}`, claimsOf(index)]));
  const asked: number[] = [];
  const seen = { running: 0, most: 0, sets: 0, failAt: Number.POSITIVE_INFINITY };
  const directory: UserDirectory = {
    async listUsers(maxResults, pageToken = "0") {
      asked.push(maxResults);
      const from = Number(pageToken);
      const users = [...claims].slice(from, from + maxResults).map(([uid, customClaims]) => ({ uid, customClaims }));
      return { users, ...(from + maxResults < count ? { pageToken: String(from + maxResults) } : {}) };
    },
    async setCustomUserClaims(uid, all) {
      seen.sets += 1;
      if (seen.sets === seen.failAt) throw new Error("quota exceeded");
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      await Promise.resolve();
      claims.set(uid, all);
      seen.running -= 1;
    },
  };
  return { directory, claims, asked, seen };
}

it("a role is given to all who are there already, a thousand at a time [spec 1, Authentication]", async () => {
  const { directory, claims, asked, seen } = aDirectory(2500, (index) =>
    index % 5 === 0 ? { role: "editor" } : index % 5 === 1 ? { plan: "gold" } : undefined,
  );

  expect(await giveRole(directory)).toBe(2000);

  expect(asked).toEqual([1000, 1000, 1000]);
  expect(claims.get("user-0")).toEqual({ role: "editor" });
  expect(claims.get("user-1")).toEqual({ plan: "gold", role: "authenticated" });
  expect(claims.get("user-2499")).toEqual({ role: "authenticated" });
  expect(seen.most).toBeLessThanOrEqual(10);
});

it("a run that broke off is finished by the next one", async () => {
  const { directory, claims, seen } = aDirectory(1200, () => undefined);
  seen.failAt = 1100;

  await expect(giveRole(directory)).rejects.toThrow("quota exceeded");
  const left = [...claims.values()].filter((it) => it === undefined).length;

  expect(left).toBeGreaterThan(0);
  expect(await giveRole(directory)).toBe(left);
  expect(await giveRole(directory)).toBe(0);
});

it("an empty directory needs nothing", async () => {
  const { directory, seen } = aDirectory(0, () => undefined);

  expect([await giveRole(directory), seen.sets]).toEqual([0, 0]);
});
