/**
 * Every route of the server by the permission that it declares; a route that is missing here fails the test of the
 * permissions, as does one with another permission. The reference page of the routes is generated from this table.
 */
export const ROUTES: Readonly<Record<string, string>> = {
  open: `
    GET /*
    GET /.well-known/oauth-authorization-server/*
    GET /.well-known/openid-configuration/*
    GET /api/health
    POST /api/login
    GET /api/login/person
    GET /api/login/ping
    GET|POST /api/login/session
    POST /api/logout
    GET /api/public/snapshots/:key
    POST /api/setup
    GET /api/v1/settings
    GET|POST /api/wall/pairing
    GET /apis/dashboard.vedette.app/v1/namespaces/:namespace/dashboards/:uid/image
    GET /auth/v1/.well-known/jwks.json
    GET /auth/v1/.well-known/oauth-authorization-server
    GET /auth/v1/.well-known/openid-configuration
    GET|POST /auth/v1/authorize
    GET|POST /auth/v1/callback
    GET /auth/v1/captcha
    GET /auth/v1/health
    POST /auth/v1/magiclink
    GET|POST /auth/v1/oauth/authorize
    POST /auth/v1/oauth/clients/register
    POST /auth/v1/oauth/introspect
    POST /auth/v1/oauth/revoke
    POST /auth/v1/oauth/token
    GET|POST /auth/v1/oauth/userinfo
    POST /auth/v1/otp
    POST /auth/v1/passkeys/authentication/options
    POST /auth/v1/passkeys/authentication/verify
    GET /auth/v1/provider-callback/:identifier
    POST /auth/v1/recover
    POST /auth/v1/resend
    GET /auth/v1/scim/v2/*
    GET /auth/v1/scim/v2/ResourceTypes
    GET /auth/v1/scim/v2/ResourceTypes/:id
    GET /auth/v1/scim/v2/Schemas
    GET /auth/v1/scim/v2/Schemas/:id
    GET /auth/v1/scim/v2/ServiceProviderConfig
    GET /auth/v1/settings
    POST /auth/v1/signup
    POST /auth/v1/sso
    GET /auth/v1/sso/oidc/callback/:id
    GET /auth/v1/sso/oidc/start
    POST /auth/v1/sso/saml/acs
    GET /auth/v1/sso/saml/metadata
    GET|POST /auth/v1/sso/saml/slo
    GET /auth/v1/sso/saml/start
    POST /auth/v1/token
    GET|HEAD|POST /auth/v1/verify
    POST /auth/v1/verify/link
    GET /bootdata
    GET /healthz
    GET /livez
    GET /metrics
    GET /openapi
    GET /openapi/
    GET /prometheus/-/healthy
    GET /prometheus/-/ready
    GET /readyz
    GET /setup
    GET /version
  `,
  "signed-in": `
    GET /api
    GET /api/access-control/actions
    GET /api/access-control/user/permissions
    GET /api/changes
    GET /api/dashboards/home
    GET /api/frontend/settings
    POST /api/login/administrator-token
    POST /api/login/token
    GET /api/org
    GET /api/snapshot/shared-options
    GET /api/user
    GET /api/user/export
    GET /api/user/orgs
    GET|PATCH /api/user/preferences
    GET /api/user/stars
    POST|DELETE /api/user/stars/dashboard/uid/:uid
    GET /api/user/teams
    GET|POST /api/user/tokens
    DELETE /api/user/tokens/:tokenId
    GET /api/v1
    GET /api/v1/namespaces
    GET /api/v1/namespaces/:namespace
    GET /apis
    GET /apis/authentication.k8s.io
    GET /apis/authentication.k8s.io/v1
    POST /apis/authentication.k8s.io/v1/selfsubjectreviews
    GET /apis/authorization.k8s.io
    GET /apis/authorization.k8s.io/v1
    POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews
    POST /apis/authorization.k8s.io/v1/selfsubjectrulesreviews
    GET /apis/dashboard.vedette.app
    GET /apis/dashboard.vedette.app/v1
    GET /apis/datasource.vedette.app
    GET /apis/datasource.vedette.app/v1
    GET /apis/folder.vedette.app
    GET /apis/folder.vedette.app/v1
    GET /apis/playlist.vedette.app
    GET /apis/playlist.vedette.app/v1
    GET /apis/team.vedette.app
    GET /apis/team.vedette.app/v1
    GET /openapi/v2
    GET /openapi/v3
    GET /openapi/v3/apis/dashboard.vedette.app/v1
    GET /openapi/v3/apis/datasource.vedette.app/v1
    GET /openapi/v3/apis/folder.vedette.app/v1
    GET /openapi/v3/apis/playlist.vedette.app/v1
    GET /openapi/v3/apis/team.vedette.app/v1
  `,
  "as-wall": `
    POST /api/wall/report
    PUT /api/wall/screens/:screen/picture
  `,
  user: `
    POST /auth/v1/factors
    DELETE /auth/v1/factors/:id
    POST /auth/v1/factors/:id/challenge
    POST /auth/v1/factors/:id/verify
    GET|POST|DELETE /auth/v1/factors/recovery-codes
    POST /auth/v1/factors/recovery-codes/regenerate
    POST /auth/v1/factors/recovery-codes/verify
    POST /auth/v1/logout
    GET /auth/v1/oauth/authorizations/:id
    POST /auth/v1/oauth/authorizations/:id/consent
    GET /auth/v1/passkeys
    PATCH|DELETE /auth/v1/passkeys/:id
    POST /auth/v1/passkeys/registration/options
    POST /auth/v1/passkeys/registration/verify
    GET /auth/v1/reauthenticate
    GET /auth/v1/sessions
    DELETE /auth/v1/sessions/:id
    POST /auth/v1/sso/logout
    PUT|DELETE /auth/v1/user
    DELETE /auth/v1/user/identities/:id
    GET /auth/v1/user/identities/authorize
    GET|PUT /auth/v1/user/name
    GET|DELETE /auth/v1/user/oauth/grants
  `,
  "user-or-program": `
    GET /auth/v1/user
  `,
  admin: `
    GET /auth/v1/admin/audit
    GET /auth/v1/admin/audit/chain
    GET /auth/v1/admin/audit/export
    POST /auth/v1/admin/generate_link
    GET /auth/v1/admin/providers
    GET /auth/v1/admin/rate-limits
    GET|POST /auth/v1/admin/users
    GET /auth/v1/admin/users/:id
    GET /auth/v1/admin/users/:id/factors
    GET /auth/v1/admin/users/:id/name
    GET /auth/v1/admin/users/:id/passkeys
    GET /auth/v1/admin/users/:id/sessions
    POST /auth/v1/invite
  `,
  "admin-of-user": `
    PUT|DELETE /auth/v1/admin/users/:id
    PUT|DELETE /auth/v1/admin/users/:id/factors/:part
    POST /auth/v1/admin/users/:id/identities
    DELETE /auth/v1/admin/users/:id/identities/:part
    PUT /auth/v1/admin/users/:id/name
    DELETE /auth/v1/admin/users/:id/passkeys/:part
    DELETE /auth/v1/admin/users/:id/sessions
    DELETE /auth/v1/admin/users/:id/sessions/:part
  `,
  "admin-of-settings": `
    GET|POST /auth/v1/admin/custom-providers
    GET|PUT|DELETE /auth/v1/admin/custom-providers/:identifier
    GET /auth/v1/admin/dead-letters
    DELETE /auth/v1/admin/dead-letters/:id
    POST /auth/v1/admin/dead-letters/:id/retry
    GET /auth/v1/admin/hook-calls
    GET /auth/v1/admin/hooks
    POST /auth/v1/admin/hooks/:hook/try
    GET /auth/v1/admin/mail-server/domain
    POST /auth/v1/admin/mail-server/try
    GET /auth/v1/admin/mail-templates
    GET /auth/v1/admin/mail-templates/:kind
    POST /auth/v1/admin/mail-templates/:kind/preview
    POST /auth/v1/admin/mail-templates/:kind/test
    GET|POST /auth/v1/admin/oauth/clients
    GET|PUT|DELETE /auth/v1/admin/oauth/clients/:id
    POST /auth/v1/admin/oauth/clients/:id/regenerate_secret
    GET /auth/v1/admin/provider-trials/:id
    POST /auth/v1/admin/providers/:name/trials
    POST /auth/v1/admin/sms/try
    POST /auth/v1/admin/sso/metadata
    GET|POST /auth/v1/admin/sso/providers
    GET|PUT|DELETE /auth/v1/admin/sso/providers/:id
  `,
  "secret-key": `
    GET /auth/v1/admin/users/export
  `,
  configure: `
    GET|PATCH /v1/projects/:ref/config/auth
    GET /v1/projects/:ref/config/auth/fields
    POST /v1/projects/:ref/config/auth/hooks/:hook/secrets
    DELETE /v1/projects/:ref/config/auth/hooks/:hook/secrets/old
    POST /v1/projects/:ref/config/auth/redirect-check
    GET|POST /v1/projects/:ref/config/auth/signing-keys
    PATCH|DELETE /v1/projects/:ref/config/auth/signing-keys/:id
    GET|POST /v1/projects/:ref/config/auth/sso/providers
    GET|PUT|DELETE /v1/projects/:ref/config/auth/sso/providers/:id
    GET|POST /v1/projects/:ref/config/auth/third-party-auth
    DELETE /v1/projects/:ref/config/auth/third-party-auth/:id
    POST /v1/projects/:ref/config/auth/third-party-auth/try
  `,
  directory: `
    POST /auth/v1/scim/v2/.search
    GET|POST /auth/v1/scim/v2/Groups
    POST /auth/v1/scim/v2/Groups/.search
    GET|PUT|PATCH|DELETE /auth/v1/scim/v2/Groups/:id
    GET|POST /auth/v1/scim/v2/Users
    POST /auth/v1/scim/v2/Users/.search
    GET|PUT|PATCH|DELETE /auth/v1/scim/v2/Users/:id
  `,
  "metrics:read": `
    GET /prometheus/api/v1/alertmanagers
    GET /prometheus/api/v1/alerts
    GET|POST /prometheus/api/v1/format_query
    GET /prometheus/api/v1/label/:name/values
    GET|POST /prometheus/api/v1/labels
    GET /prometheus/api/v1/metadata
    GET|POST /prometheus/api/v1/parse_query
    GET|POST /prometheus/api/v1/query
    GET|POST /prometheus/api/v1/query_exemplars
    GET|POST /prometheus/api/v1/query_range
    GET /prometheus/api/v1/rules
    GET /prometheus/api/v1/scrape_pools
    GET|POST /prometheus/api/v1/series
    GET /prometheus/api/v1/status/buildinfo
    GET /prometheus/api/v1/status/config
    GET /prometheus/api/v1/status/flags
    GET /prometheus/api/v1/status/runtimeinfo
    GET /prometheus/api/v1/status/tsdb
    GET /prometheus/api/v1/status/walreplay
    GET /prometheus/api/v1/targets
    GET /prometheus/api/v1/targets/metadata
  `,
  "audit:read": `
    GET /api/audit
    GET /api/audit/chain
    GET /api/audit/records
  `,
  "dashboards.permissions:read": `
    GET /api/access-control/dashboards/:uid
    GET /api/dashboards/uid/:uid/permissions
  `,
  "dashboards.permissions:write": `
    POST /api/access-control/dashboards/:uid/builtInRoles/:id
    POST /api/access-control/dashboards/:uid/teams/:id
    POST /api/access-control/dashboards/:uid/users/:id
    GET /api/access-control/subjects
    POST /api/dashboards/uid/:uid/permissions
  `,
  "dashboards:create": `
    POST /apis/dashboard.vedette.app/v1/namespaces/:namespace/dashboards
  `,
  "dashboards:delete": `
    DELETE /api/dashboards/uid/:uid
    DELETE /apis/dashboard.vedette.app/v1/namespaces/:namespace/dashboards
    DELETE /apis/dashboard.vedette.app/v1/namespaces/:namespace/dashboards/:name
  `,
  "dashboards:read": `
    GET /api/annotations
    GET /api/annotations/:id
    GET /api/dashboard/snapshots
    POST /api/dashboards/import/compare
    GET /api/dashboards/tags
    GET /api/dashboards/trash
    GET /api/dashboards/uid/:uid
    GET /api/dashboards/uid/:uid/versions
    GET /api/dashboards/uid/:uid/versions/:version
    POST /api/dashboards/uid/:uid/views
    GET /api/dashboards/views
    GET /api/search
    GET /api/snapshots/:key
    GET /apis/dashboard.vedette.app/v1/dashboards
    GET /apis/dashboard.vedette.app/v1/namespaces/:namespace/dashboards
    GET /apis/dashboard.vedette.app/v1/namespaces/:namespace/dashboards/:name
    GET /apis/dashboard.vedette.app/v1/namespaces/:namespace/dashboards/:name/dto
    GET /apis/dashboard.vedette.app/v1/namespaces/:namespace/search
  `,
  "dashboards:write": `
    POST /api/annotations
    PUT|PATCH|DELETE /api/annotations/:id
    POST /api/dashboards/db
    POST /api/dashboards/import
    POST /api/dashboards/uid/:uid/restore
    PATCH /api/dashboards/uid/:uid/trash
    GET /api/user/drafts
    GET|PUT|DELETE /api/user/drafts/dashboards/:uid
    PUT|PATCH /apis/dashboard.vedette.app/v1/namespaces/:namespace/dashboards/:name
  `,
  "datasources:create": `
    POST /api/datasources
    POST /apis/datasource.vedette.app/v1/namespaces/:namespace/datasources
  `,
  "datasources:delete": `
    DELETE /api/datasources/uid/:uid
    DELETE /apis/datasource.vedette.app/v1/namespaces/:namespace/datasources
    DELETE /apis/datasource.vedette.app/v1/namespaces/:namespace/datasources/:name
  `,
  "datasources:query": `
    GET /api/datasources
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/alertmanagers
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/alerts
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/format_query
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/label/:name/values
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/labels
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/metadata
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/parse_query
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/query
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/query_exemplars
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/query_range
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/rules
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/scrape_pools
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/series
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/status/buildinfo
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/status/flags
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/status/runtimeinfo
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/status/tsdb
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/status/walreplay
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/targets
    GET|POST /api/datasources/proxy/uid/:uid/api/v1/targets/metadata
    GET /api/datasources/uid/:uid
  `,
  "datasources:read": `
    GET /apis/datasource.vedette.app/v1/datasources
    GET /apis/datasource.vedette.app/v1/namespaces/:namespace/datasources
    GET /apis/datasource.vedette.app/v1/namespaces/:namespace/datasources/:name
  `,
  "datasources:write": `
    PUT /api/datasources/uid/:uid
    PUT|PATCH /apis/datasource.vedette.app/v1/namespaces/:namespace/datasources/:name
  `,
  "folders.permissions:read": `
    GET /api/access-control/folders/:uid
    GET /api/folders/:uid/permissions
  `,
  "folders.permissions:write": `
    POST /api/access-control/folders/:uid/builtInRoles/:id
    POST /api/access-control/folders/:uid/teams/:id
    POST /api/access-control/folders/:uid/users/:id
    POST /api/folders/:uid/permissions
  `,
  "folders:create": `
    POST /api/folders
    POST /apis/folder.vedette.app/v1/namespaces/:namespace/folders
  `,
  "folders:delete": `
    DELETE /api/folders/:uid
    DELETE /apis/folder.vedette.app/v1/namespaces/:namespace/folders
    DELETE /apis/folder.vedette.app/v1/namespaces/:namespace/folders/:name
  `,
  "folders:read": `
    GET /api/folders
    GET /api/folders/:uid
    GET /api/folders/:uid/counts
    GET /apis/folder.vedette.app/v1/folders
    GET /apis/folder.vedette.app/v1/namespaces/:namespace/folders
    GET /apis/folder.vedette.app/v1/namespaces/:namespace/folders/:name
  `,
  "folders:write": `
    PUT /api/folders/:uid
    POST /api/folders/:uid/move
    PUT|PATCH /apis/folder.vedette.app/v1/namespaces/:namespace/folders/:name
  `,
  "mails:read": `
    GET /api/inbox
    GET /api/inbox/:id
  `,
  "metrics:admin": `
    POST|PUT /prometheus/-/reload
    POST|PUT /prometheus/api/v1/admin/tsdb/clean_tombstones
    POST|PUT /prometheus/api/v1/admin/tsdb/delete_series
  `,
  "metrics:write": `
    POST /prometheus/api/v1/otlp/v1/metrics
    POST /prometheus/api/v1/push
    POST /prometheus/api/v1/write
    POST /v1/metrics
  `,
  "playlists:read": `
    GET /api/playlists
    GET /api/playlists/:uid
    GET /api/playlists/:uid/items
    GET /apis/playlist.vedette.app/v1/namespaces/:namespace/playlists
    GET /apis/playlist.vedette.app/v1/namespaces/:namespace/playlists/:name
    GET /apis/playlist.vedette.app/v1/playlists
  `,
  "playlists:write": `
    POST /api/playlists
    PUT|DELETE /api/playlists/:uid
    POST|DELETE /apis/playlist.vedette.app/v1/namespaces/:namespace/playlists
    PUT|PATCH|DELETE /apis/playlist.vedette.app/v1/namespaces/:namespace/playlists/:name
  `,
  "roles:delete": `
    DELETE /api/access-control/roles/:roleUid
  `,
  "roles:read": `
    GET /api/access-control/roles
    GET /api/access-control/roles/:roleUid
    GET /api/access-control/teams/:id/roles
    GET /api/access-control/users/:id/permissions
    GET /api/access-control/users/:id/roles
  `,
  "roles:write": `
    POST /api/access-control/roles
    PUT /api/access-control/roles/:roleUid
    POST /api/access-control/teams/:id/roles
    DELETE /api/access-control/teams/:id/roles/:roleUid
    POST /api/access-control/users/:id/roles
    DELETE /api/access-control/users/:id/roles/:roleUid
  `,
  "serviceaccounts:create": `
    POST /api/serviceaccounts
  `,
  "serviceaccounts:delete": `
    DELETE /api/serviceaccounts/:id
  `,
  "serviceaccounts:read": `
    GET /api/serviceaccounts/:id
    GET /api/serviceaccounts/:id/tokens
    GET /api/serviceaccounts/search
    GET /api/serviceaccounts/tokens
  `,
  "serviceaccounts:write": `
    PATCH /api/serviceaccounts/:id
    POST /api/serviceaccounts/:id/tokens
    DELETE /api/serviceaccounts/:id/tokens/:tokenId
  `,
  "settings:read": `
    GET /api/system
    GET /api/system/findings
  `,
  "snapshots:create": `
    POST /api/snapshots
    DELETE /api/snapshots/:key
  `,
  "teams.permissions:read": `
    GET /api/teams/:teamId/groups
    GET /api/teams/:teamId/groups/search
  `,
  "teams.permissions:write": `
    POST|DELETE /api/teams/:teamId/groups
    DELETE /api/teams/:teamId/groups/:groupId
    POST /api/teams/:teamId/members
    DELETE /api/teams/:teamId/members/:userId
  `,
  "teams:create": `
    POST /api/teams
    POST /apis/team.vedette.app/v1/namespaces/:namespace/teams
  `,
  "teams:delete": `
    DELETE /api/teams/:teamId
    DELETE /apis/team.vedette.app/v1/namespaces/:namespace/teams
    DELETE /apis/team.vedette.app/v1/namespaces/:namespace/teams/:name
  `,
  "teams:read": `
    GET /api/teams/:teamId
    GET /api/teams/:teamId/members
    GET /api/teams/search
    GET /apis/team.vedette.app/v1/namespaces/:namespace/teams
    GET /apis/team.vedette.app/v1/namespaces/:namespace/teams/:name
    GET /apis/team.vedette.app/v1/teams
  `,
  "teams:write": `
    PUT /api/teams/:teamId
    PUT|PATCH /apis/team.vedette.app/v1/namespaces/:namespace/teams/:name
  `,
  "users:read": `
    GET /api/org/users
    GET /api/users
    GET /api/users/:uid
    GET /api/users/:uid/tokens
    GET /api/users/lookup
    GET /api/users/providers
  `,
  "users:write": `
    POST /api/org/invites
    PATCH /api/org/users/:userId
    DELETE /api/users/:uid/tokens/:tokenId
  `,
  "walls:read": `
    GET /api/walls
    GET /api/walls/:id/screens/:screen/picture
  `,
  "walls:write": `
    POST /api/walls
    PUT|DELETE /api/walls/:id
    POST /api/walls/:id/commands
    PUT /api/walls/:id/display
  `,
};

interface Route {
  readonly method: string;
  readonly path: string;
  readonly permission: string;
}

/** The rows of {@link ROUTES}, one for each method. */
export function routeList(): Route[] {
  return Object.entries(ROUTES).flatMap(([permission, text]) =>
    text
      .trim()
      .split(/\n\s*/)
      .flatMap((line) => {
        const [methods = "", path = ""] = line.split(" ", 2);
        return methods.split("|").map((method) => ({ method, path, permission }));
      }),
  );
}
