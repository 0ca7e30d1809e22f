import type { walletTexts } from "../../sign-in/wallet-messages.ts";
import type { Translation } from "../translated.ts";

/** German for signing in with a wallet. */
export const walletsTexts: Translation<typeof walletTexts> = {
  go: { ethereum: "Weiter mit einer Ethereum-Wallet", solana: "Weiter mit einer Solana-Wallet" },
  statement: "Bei Vedette anmelden.",
  missing:
    "Dieser Browser hat keine solche Wallet. Installieren Sie eine als Erweiterung, oder nehmen Sie einen anderen Weg.",
  refused: "Die Wallet hat nicht unterschrieben.",
};
