import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";

/** Signing in with the wallet of a block chain. */
export const walletSettings = declareSettings({
  "auth.web3.ethereum.enabled": {
    env: "VEDETTE_EXTERNAL_WEB3_ETHEREUM_ENABLED",
    field: "external_web3_ethereum_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "People may sign in with an Ethereum wallet (EIP-4361).",
  },
  "auth.web3.solana.enabled": {
    env: "VEDETTE_EXTERNAL_WEB3_SOLANA_ENABLED",
    field: "external_web3_solana_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "People may sign in with a Solana wallet.",
  },
});
