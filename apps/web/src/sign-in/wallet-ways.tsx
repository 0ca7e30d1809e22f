import { Wallet } from "lucide-react";
import { useState } from "react";
import { CHAINS, type Chain, signWithWallet, WalletError, type WalletProof } from "../api/wallets.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { walletTexts as texts } from "./wallet-messages.ts";

interface WalletWaysProps {
  /** The chains that are switched on. */
  readonly offered: Readonly<Record<Chain, boolean>>;
  readonly isDisabled: boolean;
  readonly onSigned: (proof: WalletProof) => void;
}

/** Buttons that let a wallet of this browser sign. */
export function WalletWays({ offered, isDisabled, onSigned }: WalletWaysProps) {
  const [fault, setFault] = useState<WalletError["kind"]>();
  const press = async (chain: Chain) => {
    setFault(undefined);
    try {
      onSigned(await signWithWallet(chain, texts.statement));
    } catch (error) {
      if (!(error instanceof WalletError)) throw error;
      setFault(error.kind);
    }
  };
  return (
    <>
      {fault !== undefined && <Alert kind="crit">{texts[fault]}</Alert>}
      {CHAINS.filter((chain) => offered[chain]).map((chain) => (
        <Button key={chain} icon={<Wallet aria-hidden />} isDisabled={isDisabled} onPress={() => void press(chain)}>
          {texts.go[chain]}
        </Button>
      ))}
    </>
  );
}
