import { OPEN, type RoutePlugin } from "@vedette/http";
import type { UiSettings } from "./settings.ts";

/** Fields of the answer that are one setting each. */
const FIELDS = {
  InstanceName: "ui.instance_name",
  BannerText: "ui.banner_text",
  DefaultNamespace: "ui.default_namespace",
  ShowVedetteSystemNamespace: "ui.show_vedette_system_namespace",
  NavCollapsedByDefault: "ui.nav_collapsed_by_default",
  FeedbackURL: "ui.feedback_url",
  DisableNewsFetch: "ui.disable_news_fetch",
  CloudUI: "ui.cloud_ui",
  DisableWriteActions: "ui.disable_write_actions",
  WorkflowTerminateDisabled: "ui.workflow_terminate_disabled",
  WorkflowCancelDisabled: "ui.workflow_cancel_disabled",
  WorkflowSignalDisabled: "ui.workflow_signal_disabled",
  WorkflowUpdateDisabled: "ui.workflow_update_disabled",
  WorkflowResetDisabled: "ui.workflow_reset_disabled",
  WorkflowPauseDisabled: "ui.workflow_pause_disabled",
  BatchActionsDisabled: "ui.batch_actions_disabled",
  StartWorkflowDisabled: "ui.start_workflow_disabled",
  HideWorkflowQueryErrors: "ui.hide_workflow_query_errors",
  RefreshWorkflowCountsDisabled: "ui.refresh_workflow_counts_disabled",
  ActivityCommandsDisabled: "ui.activity_commands_disabled",
} as const satisfies Readonly<Record<string, keyof UiSettings>>;

/** What pages have to know before anybody signs in; no secret, no address behind the server, no path of a file. */
function settingsAnswer(settings: UiSettings, version: string) {
  const isAuth = settings["ui.auth.enabled"];
  const options = isAuth ? Object.keys(settings["ui.auth.options"]) : [];
  return {
    Auth: {
      Enabled: isAuth,
      Options: options.length === 0 ? null : options,
      RedirectToProvider: settings["ui.auth.redirect_to_provider"],
      Label: settings["ui.auth.label"],
    },
    Codec: {
      Endpoint: settings["ui.codec.endpoint"].replace(/\/+$/, ""),
      PassAccessToken: settings["ui.codec.pass_access_token"],
      IncludeCredentials: settings["ui.codec.include_credentials"],
      DefaultErrorMessage: settings["ui.codec.default_error_message"],
      DefaultErrorLink: settings["ui.codec.default_error_link"],
    },
    ...Object.fromEntries(Object.entries(FIELDS).map(([field, key]) => [field, settings[key]])),
    Version: version,
  };
}

/** GET /api/v1/settings: read by the pages to learn whether and where people sign in. */
export const settingsRoutes: RoutePlugin<{ settings: UiSettings; version: string }> = async (
  app,
  { settings, version },
) => {
  app.get("/api/v1/settings", { config: { permission: OPEN } }, async (_request, reply) =>
    reply.header("cache-control", "no-store").send(settingsAnswer(settings, version)),
  );
};
