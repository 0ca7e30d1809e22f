import { translated } from "../messages/translated.ts";

/** The texts about signing in with a wallet. */
export const walletTexts = translated("wallets", {
  go: { ethereum: "Go on with an Ethereum wallet", solana: "Go on with a Solana wallet" },
  /** The wallet shows it to its owner. */
  statement: "Sign in to Vedette.",
  missing: "This browser has no such wallet. Install one as an extension, or sign in another way.",
  refused: "The wallet did not sign.",
});
