/** Asks the browser for a key that its person holds. @throws DOMException when the person turns the question away */
export async function getCredential(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError("The browser gave no key");
  return credential.toJSON();
}
