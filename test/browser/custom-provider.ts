/** A provider of an operator's own, as it is made by the API. */
export const ACME = {
  provider_type: "oauth2",
  identifier: "custom:acme",
  name: "Acme",
  client_id: "watch",
  client_secret: "kept to itself",
  authorization_url: "https://acme.example/authorize",
  token_url: "https://acme.example/token",
  userinfo_url: "https://acme.example/userinfo",
} as const;
