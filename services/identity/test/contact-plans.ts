import fc from "fast-check";
import { ACTION_NAMES, type Step } from "./contact-actions.ts";

/**
 * Short conflicts that random steps alone rarely complete; they mix with single steps. A step is an action, the person,
 * the contact value and the pick, which is random when absent.
 */
const PLANS: readonly string[] = [
  // Both people wait for one number, and its owner enters the code without a session.
  "changePhone 1 0, changePhone 0 0, redeemPhone 0 0 2",
  "changePhone 0 1, changePhone 1 1, redeemPhone 1 1 2",
  // Both wait, and the owner enters the code in a session.
  "changePhone 1 2, changePhone 0 2, redeemPhone 0 2 0",
  "changeEmail 0 2, changeEmail 1 2, redeemSignedIn 0 2",
  "changeEmail 0 2, cancelChange 0 2 0, redeem 0 2",
  "link 0 0, unlink 0 0, github 0 0, google 0 0",
  // An administrator removes a confirmation, and a provider verifies the address.
  "edit 0 0 1, google 0 0",
  "edit 1 1 1, google 1 1",
  "edit 0 2, google 0 2, google 1 2",
  // A stranger signs up first, and the owner confirms.
  "signUp 1 2, askForCode 0 2, redeem 0 2 0, signIn 1 2 0",
  "signUp 1 2, askForCode 0 2, signUp 1 2, askForCode 0 2, redeem 0 2 0, signIn 1 2 0",
  "signUp 1 2, invite 0 2, redeem 0 2 0, signIn 1 2 0",
  "github 1 0, recover 0 0, redeem 0 0 0, github 1 0",
  "provision 0 0, remove 0 0, provision 1 0",
  // A change of password or a sign-in by link ends the codes of a change, and the other person's remains.
  "changePhone 0 1, changePhone 1 1, changePassword 1 1 0, redeemPhone 1 1 2",
  "changePhone 0 1, changePhone 1 1, askForCode 1 1, redeem 1 1, redeemPhone 1 1 2",
];

const person = fc.constantFrom(0 as const, 1 as const);
const action = fc.constantFrom(...ACTION_NAMES);
const step: fc.Arbitrary<Step> = fc.record({ action, person, value: fc.nat(2), pick: fc.nat(3) });

const plan: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.constantFrom(...PLANS), fc.nat(3))
  .map(([text, pick]) => text.split(", ").map((part) => readStep(part, pick)));

function readStep(text: string, randomPick: number): Step {
  const [name, ...numbers] = text.split(" ");
  const found = ACTION_NAMES.find((candidate) => candidate === name);
  if (found === undefined) throw new TypeError(`"${name}" is not an action`);
  const [by, value = 0, pick = randomPick] = numbers.map(Number);
  return { action: found, person: by === 1 ? 1 : 0, value, pick };
}

/** The people who have a confirmed user before the conflicts begin. Most conflicts need both. */
const established: fc.Arbitrary<readonly Step[]> = fc
  .oneof(
    { weight: 2, arbitrary: fc.constant([true, true]) },
    { weight: 1, arbitrary: fc.tuple(fc.boolean(), fc.boolean()) },
  )
  .map((people) =>
    ([0, 1] as const).flatMap((owner) =>
      people[owner]
        ? (["signUp", "redeem"] as const).map((name) => ({ action: name, person: owner, value: owner, pick: 0 }))
        : [],
    ),
  );

const conflict: fc.Arbitrary<readonly Step[]> = fc.oneof(
  step.map((one) => [one]),
  plan,
);

/** Steps of two people who compete for contact values. */
export const interleaving: fc.Arbitrary<readonly Step[]> = fc
  .tuple(established, fc.array(conflict, { minLength: 2, maxLength: 7, size: "max" }))
  .map(([users, conflicts]) => [...users, ...conflicts.flat()]);
