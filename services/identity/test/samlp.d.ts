declare module "samlp" {
  export interface SamlpOptions {
    issuer: string;
    cert: string;
    key: string;
    audience?: string | undefined;
    recipient?: string;
    destination?: string;
    inResponseTo?: string | undefined;
    lifetimeInSeconds?: number;
    signAssertion?: boolean;
    signResponse?: boolean;
    signatureAlgorithm?: string;
    digestAlgorithm?: string;
    sessionIndex?: string;
    encryptionCert?: string;
    encryptionPublicKey?: string;
    encryptionAlgorithm?: string;
    disallowEncryptionWithInsecureAlgorithm?: boolean;
    nameIdentifierFormat?: string;
    signingCert?: string;
    samlStatusCode?: string;
    profileMapper?: (user: object) => object;
  }
  interface SamlRequest {
    issuer?: string;
    id?: string;
    destination?: string;
    assertionConsumerServiceURL?: string;
  }
  const samlp: {
    getSamlResponse(
      options: SamlpOptions,
      user: object,
      callback: (error: Error | null, response: string) => void,
    ): void;
    parseRequest(
      request: object,
      options: { signingCert?: string },
      callback: (error: Error | null, request?: SamlRequest) => void,
    ): void;
  };
  export default samlp;
}
