import { expect, it } from "vitest";
import { readIdentityProviderMetadata } from "./identity-provider.ts";

const CERTIFICATES = {
  "RSA-2048":
    "MIIC/TCCAeWgAwIBAgIUczwMS0cfJA7VFNFr4Op6FWoxtUwwDQYJKoZIhvcNAQELBQAwDjEMMAoGA1UEAwwDaWRwMB4XDTI2MTEyOTA5NDE0NFoXDTQ2MTEyNDA5NDE0NFowDjEMMAoGA1UEAwwDaWRwMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArjBXfBc//T965ENS6kYlY1UbIC+jR1oOyPTKGxoYjFyIMk34kZ9nvIFqVuA7C5SVKywnZFy/HPKBuatt4UBUn3ejLWBJ1Z5Wx9HaCwf27e46PHq+MH0iGRSM+w2VWqRQozmEccX8CmWGnxpx9Sm9dkG1Tdpgv8Jqw3o7QJgL54b8Cg6xUBtYd7fuMs3ugZDfzVQEGpSVcYimzGUIF4TXUgukxky4OA8mJbM6brjirClZaDWGq6QaawYz+z/b74XpvkiLKJ/Ixch1GkZR7ctfUrJC7oILLhCRYDMiza+7vvHqFNxoFNy2jQycvjvb+Sct+933C/AltD1IsO4KdK+w/wIDAQABo1MwUTAdBgNVHQ4EFgQUcJa6J37sGQZonaQrKc3bwqc+myQwHwYDVR0jBBgwFoAUcJa6J37sGQZonaQrKc3bwqc+myQwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEArK8M9v3tHrWMSNr9cCSz9BL6CZpWz4YNygr+zhQuGOnwfmrJlPjWJIJPiDdREEninBjyHygnlbRzLCb0fwKYnN1xe8DGTCSRzuzjaNls1rTAdrHuJLL4QVyhTSKuDic0VE2Jfs5vPDsp2IBvQBeUEwPJdKo1JG/zy+wNeDJLYCSdVUE0MbwbUz6dT/spxLO/3vFcwHTnR1TWjADmHdA2WUW9JgGg54jAM5hKdylLku17JJjijFW6JFb1msQB2MtWlVoWLyL3lM/U1ibDovRHusyqUe92YYF7JBwZ/2s9oTtKjWxiYtVJiO2O9KrgrMj3lE8hoDkd9vXEuhZ6fElOOQ==",
  "RSA-1024":
    "MIIB+DCCAWGgAwIBAgIUB57CU9P6/EAIBFb1Hp3zeddRio4wDQYJKoZIhvcNAQELBQAwDjEMMAoGA1UEAwwDaWRwMB4XDTI2MTEyOTA5NDE0M1oXDTQ2MTEyNDA5NDE0M1owDjEMMAoGA1UEAwwDaWRwMIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCfaT8YC71mhoF34u7clCR83iJw/7pzG+taL6ixNVam+q/TcfvIcHMXjG0OL3O2WA/b5RsMQHXg+9QY2ZxkgWsapta4tLokxR22AbCijooZr1wtj8g+Mrik1FGOF1LSRPuzxxY3NcDIwjxaXC/ztatmdynua5J407Nc+jwm+h5XBQIDAQABo1MwUTAdBgNVHQ4EFgQUSUBTPG5gPKsReV61+uNYkHkP8bwwHwYDVR0jBBgwFoAUSUBTPG5gPKsReV61+uNYkHkP8bwwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOBgQAYP42uqV4Bew02KMMl6lhERU781pD1KQ9NN27bpD+3TqSk0xvl6S5Ih/uyGMdyoyn9hfi4ytt6+DyUVlY6wBDfVYAmvQqXSZ7w1uyXw1P0OgPYRspJLa0ECI69G/UUDpm1ped5j1Wd19HlEHEftxRa0hBZ65vjpSIK4lfexh8PKg==",
  EC: "MIIBcTCCARegAwIBAgIUGkNBXsqZyCu/CPMRFtQDt8lhGhAwCgYIKoZIzj0EAwIwDjEMMAoGA1UEAwwDaWRwMB4XDTI2MTEyOTA5NDE0M1oXDTQ2MTEyNDA5NDE0M1owDjEMMAoGA1UEAwwDaWRwMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEwzsgVL9+uNEXgNxvgtk4imPDJA/BPjx8nlch3LwdrVrH1QAz2HbQISvB2LCqeLCcr9ScoUOSZh3dXl72B9A5H6NTMFEwHQYDVR0OBBYEFOQyu4CdX9IurRwIHWGxQqFn0ExHMB8GA1UdIwQYMBaAFOQyu4CdX9IurRwIHWGxQqFn0ExHMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAOs5ZGVKNS9MivWQLv9SfMScr6jvo80kY3ekIaLBdIOuAiBt7RpxKyd7xUvDQuTcd1xsjPp/xbxs0EajTJ7dTiZB3w==",
  unreadable: "AAAA",
} as const;

type Name = keyof typeof CERTIFICATES;

function metadata(names: readonly Name[]): string {
  const keys = names.map(
    (name) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${CERTIFICATES[name]}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="https://idp.example"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join("")}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}

it.each<[readonly Name[]]>([
  [["RSA-2048"]],
  [["EC", "RSA-2048"]],
  [["RSA-2048", "RSA-1024"]],
  [["unreadable", "RSA-2048"]],
])("reads the usable certificate among %j", (names) => {
  const { certificates } = readIdentityProviderMetadata(metadata(names));

  expect(certificates.map((pem) => pem.replace(/-----[A-Z ]+-----|\n/g, ""))).toEqual([CERTIFICATES["RSA-2048"]]);
});

it.each<[readonly Name[], RegExp]>([
  [["EC"], /only ec keys.*RSA key of at least 2048 bits/],
  [["RSA-1024", "EC"], /fewer than 2048 bits/],
  [["unreadable"], /cannot be read/],
  [[], /does not contain a certificate/],
])("rejects metadata whose certificates are %j", (names, reason) => {
  expect(() => readIdentityProviderMetadata(metadata(names))).toThrow(reason);
});
