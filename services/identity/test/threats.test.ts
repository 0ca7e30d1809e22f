import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** A test: its file beside this one, and its title. */
type Proof = readonly [file: string, title: string];

/** What this service must withstand, and the tests that attack it so. A threat without one fails, and so does a title that is gone. */
const THREATS: Readonly<Record<string, readonly Proof[]>> = {
  "telling who has an account": [
    ["enumeration.test.ts", "cannot tell an unknown address from a wrong password or from a user without one"],
    ["enumeration.test.ts", "who signs up with a taken address sees a user who does not exist [spec 1, Errors]"],
    ["enumeration.test.ts", "a taken address looks like a new one in everything, and alike each time"],
    ["user-names.test.ts", "answers like an address: nobody learns from a wrong password whose it is"],
    ["limits.test.ts", "does not tell who has an account"],
  ],
  "redirects to anywhere": [
    ["../src/redirects/redirect-rules.test.ts", "that is not allowed always becomes the site"],
    ["links.test.ts", "leads where it was asked to when that is allowed, else to the site [spec 1, Errors]"],
    ["oauth.test.ts", "never leads to an address that is not allowed"],
    [
      "oauth-server-attacks.test.ts",
      "sends a browser to no address but one that the program registered, letter by letter",
    ],
  ],
  "tokens by another algorithm, or by a key of their own": [
    ["hostile.test.ts", "is refused however it is made"],
    ["third-party.test.ts", "are worth nothing when they are forged, twisted, out of date, or somebody else's"],
    ["third-party.test.ts", "never make this service call addresses that an issuer, or a stranger, chose"],
  ],
  "ID tokens of another issuer": [
    ["id-token.test.ts", "is refused when anything of it is forged or over"],
    ["id-token.test.ts", "may be made for any of the operator's client ids, and for nobody else"],
  ],
  "refresh tokens that come back, and races": [
    ["refresh.test.ts", "exchanged by fifty at once signs nobody out and ends in one valid token"],
    ["refresh.test.ts", "replayed after two more refreshes ends the session"],
    ["sessions.test.ts", "replayed beyond the interval revokes the whole family"],
  ],
  "an account that waits for its victim": [
    [
      "linking.test.ts",
      "takes an unconfirmed user's other ways to sign in away: they may be a squatter's [spec 1, States]",
    ],
    ["linking.test.ts", "does not lead to somebody who linked an account with an address that was not verified"],
    ["links.test.ts", "takes the password of whoever signed up with the address before without proving it"],
  ],
  "answers of providers that are stolen, foreign or used": [
    ["oauth.test.ts", "counts once"],
    ["oauth.test.ts", "counts in the browser that asked for it, and in no other"],
    ["oauth.test.ts", "is refused when anything of it was changed"],
    ["oauth.test.ts", "is refused when it comes too late"],
  ],
  "one provider's answer brought to another's flow": [
    [
      "custom-providers.test.ts",
      "gets no other provider's answer for a flow of its own, whoever answers without a name",
    ],
    ["oidc-single-sign-on.test.ts", "brings no company's answer to another one's flow, nor to a flow of another kind"],
  ],
  "SAML: wrapped, replayed, foreign or hostile messages": [
    ["saml-attacks.test.ts", "is refused when its signature is wrapped: %s"],
    ["saml-attacks.test.ts", "by a key that only the response itself names is refused"],
    ["saml-attacks.test.ts", "is read whole where comments divide a name"],
    ["saml-attacks.test.ts", "in another encoding is refused"],
    ["saml-attacks.test.ts", "encrypted by a method that gives itself away is refused"],
    ["saml.test.ts", "takes a response once, in its time, from the one who was asked"],
  ],
  "another host in mails": [["links.test.ts", "begins with the configured address, whatever host the request names"]],
  "addresses that look like others": [
    ["../src/addresses/email.test.ts", "stays what it is when it is normalised again"],
  ],
  "calls into the operator's own network": [
    ["custom-providers.test.ts", "is not called at a private address that the operator has not allowed"],
    ["custom-providers.test.ts", "is called nowhere but where the operator allows, whatever it publishes"],
    ["saml-administration.test.ts", "fetches no metadata from inside of its own network"],
    ["hook-transport.test.ts", "on this machine is called only if the operator's own file says so"],
  ],
  "mail programs that open links": [
    ["links.test.ts", "is not used up by a scanner that looks first"],
    ["links.test.ts", "is used up by the button of a page where mail programs open links themselves"],
  ],
  "guessed codes": [
    ["links.test.ts", "is burnt by the fifth wrong guess, and a new one works"],
    ["links.test.ts", "cannot be found by guessing with many requests at once"],
    ["links.test.ts", "is not taken from anybody while somebody guesses from everywhere, and links go on working"],
    ["factors.test.ts", "is guessed at twenty times in a quarter of an hour, by however many challenges, and no more"],
    ["links.test.ts", "is not stored anywhere as it is"],
  ],
  "passwords that cost more than they are worth": [
    [
      "../src/passwords/password-hasher.test.ts",
      "refuses at once what would wait behind a hundred others, and works on afterwards",
    ],
  ],
  "administration by whoever is no administrator": [
    ["../../../test/permissions.test.ts", "decides what %s can do"],
    ["hostile.test.ts", "with the secret key in the address or in a cookie administers nothing"],
    ["hostile.test.ts", "gains nothing from a role in the user's own metadata"],
    ["hostile.test.ts", "with an id that is a path reaches nobody"],
  ],
  "hooks as a tool": [
    ["hooks.test.ts", "learns of every attempt at a known user and of no other [spec 1, password verification]"],
    ["hook-transport.test.ts", "that says nothing for five seconds is given up"],
    ["hook-transport.test.ts", "runs as the internal role of the service and may do no more than that role"],
  ],
  "sessions that outlive what they were given for": [
    ["factors.test.ts", "signs out the sessions that have not proved it"],
    ["factors.test.ts", "guard the address and the password of their owner"],
    [
      "browser-sessions.test.ts",
      "gets a new cookie for a session that a second factor has raised, and those of before end",
    ],
    ["phones.test.ts", "is none beside a message to the same number, and one beside a password [threats 2]"],
  ],
  "tokens where they can be read": [
    ["secrecy.test.ts", "holds no password, token, code or address of all that passes through"],
    ["transport.test.ts", "keeps tokens out of caches and names the session in headers"],
  ],
  "twisted JSON, and queries with more in them than text": [
    ["hostile.test.ts", "is refused with 4xx and changes nothing"],
    ["hostile.test.ts", "with keys of the prototype stores them as plain data"],
    ["hostile.test.ts", "filters users by bound text only"],
  ],
  "consent that somebody else presses": [
    [
      "oauth-server-attacks.test.ts",
      "lets nobody but the person who opened a request answer it, once, from a page of ours",
    ],
    ["browser-sessions.test.ts", "cannot use its cookie at /auth/v1, which every site may call"],
  ],
  "mails to strangers": [
    ["captcha.test.ts", "is checked before anything else [spec 1, Authentication: Abuse]"],
    ["limits.test.ts", "is one for the whole project and both processes, two an hour with the built-in sender"],
  ],
};

it.each(Object.entries(THREATS))("there is a test of this threat: %s", (_threat, proofs) => {
  expect(proofs).not.toEqual([]);
  for (const [file, title] of proofs) {
    expect(readFileSync(new URL(file, import.meta.url), "utf8"), file).toContain(`"${title}"`);
  }
});
