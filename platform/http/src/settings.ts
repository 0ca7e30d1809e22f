import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { DEFAULT_JSON_VALUES } from "./json-body.ts";

/** Weights of log lines, lightest first. */
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const seconds = (maximum: number) => Type.Integer({ minimum: 1, maximum });

/** What the HTTP server takes, from whom, and how it speaks to others. */
export const httpSettings = declareSettings({
  "server.host": {
    env: "VEDETTE_HOST",
    type: Type.String({ minLength: 1, maxLength: 253 }),
    default: "127.0.0.1",
    doc: "Address to listen on. 0.0.0.0 opens the server to the network.",
  },
  "server.port": {
    env: "VEDETTE_UI_PORT",
    type: Type.Integer({ minimum: 0, maximum: 65_535 }),
    default: 8080,
    doc: "Port of the pages and the HTTP API. 0 takes any free port.",
    source: "spec 3, Authentication",
  },
  "server.public_url": {
    env: "VEDETTE_PUBLIC_URL",
    type: Type.String({ maxLength: 2048, pattern: "^(https?://[^\\s/?#@]+(/[^\\s?#]*)?)?$" }),
    default: "",
    doc: "Address at which people reach this server; every link is built from it. Empty: localhost and the port.",
  },
  "server.tls.cert_file": {
    env: "VEDETTE_TLS_CERT_FILE",
    envAlike: "VEDETTE_UI_SERVER_TLS_CERT",
    type: Type.String({ maxLength: 4096 }),
    default: "",
    doc: "File with the certificate and its chain, PEM. With it the server speaks HTTPS, and HTTPS alone. A renewed file is taken without a restart.",
  },
  "server.tls.key_file": {
    env: "VEDETTE_TLS_KEY_FILE",
    envAlike: "VEDETTE_UI_SERVER_TLS_KEY",
    type: Type.String({ maxLength: 4096 }),
    default: "",
    doc: "File with the key of the certificate, PEM.",
  },
  "server.trusted_proxies": {
    env: "VEDETTE_TRUSTED_PROXIES",
    type: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 64 }),
    default: [],
    doc: "Addresses or networks (CIDR) whose X-Forwarded-For is believed. Empty: loopback while the server listens on loopback, else nobody.",
  },
  "security.sb_forwarded_for_enabled": {
    env: "VEDETTE_SECURITY_SB_FORWARDED_FOR_ENABLED",
    field: "security_sb_forwarded_for_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "The first address of Sb-Forwarded-For is the client's, where the proxy that sends it is trusted.",
  },
  "server.cors.allowed_origins": {
    env: "VEDETTE_CORS_ORIGINS",
    type: Type.Array(Type.String({ maxLength: 253, pattern: "^https?://[^\\s/?#@]+$" }), { maxItems: 64 }),
    default: [],
    doc: "Origins of other sites whose pages may call /apis and /api.",
  },
  "server.limits.header_seconds": {
    env: "VEDETTE_LIMITS_HEADER_SECONDS",
    type: seconds(300),
    default: 10,
    doc: "Seconds from the first byte until the headers of a request must be there.",
  },
  "server.limits.request_seconds": {
    env: "VEDETTE_LIMITS_REQUEST_SECONDS",
    type: seconds(3600),
    default: 15,
    doc: "Seconds until a whole request, its body included, must be there.",
  },
  "server.limits.answer_seconds": {
    env: "VEDETTE_LIMITS_ANSWER_SECONDS",
    type: seconds(3600),
    default: 10,
    doc: "Seconds until an answer must begin; then the work is given up.",
  },
  "server.limits.connections": {
    env: "VEDETTE_LIMITS_CONNECTIONS",
    type: Type.Integer({ minimum: 16, maximum: 1_000_000 }),
    default: 10_000,
    doc: "Connections that one process keeps open. At the limit a new one replaces the one that has been idle longest.",
  },
  "server.limits.connections_per_address": {
    env: "VEDETTE_LIMITS_CONNECTIONS_PER_ADDRESS",
    type: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    default: 256,
    doc: "Connections from one address; loopback and trusted proxies are exempt.",
  },
  "server.limits.requests_in_flight": {
    env: "VEDETTE_LIMITS_REQUESTS_IN_FLIGHT",
    type: Type.Integer({ minimum: 1, maximum: 100_000 }),
    default: 1000,
    doc: "Requests that one process answers at a time; more are refused with 503.",
  },
  "server.limits.json_values": {
    env: "VEDETTE_LIMITS_JSON_VALUES",
    type: Type.Integer({ minimum: 10_000, maximum: 1_000_000 }),
    default: DEFAULT_JSON_VALUES,
    doc: "Values that one JSON body can hold, a dashboard included; its different keys are limited to 25,000. Larger bodies are rejected with 413: reading them would delay other requests.",
  },
  "security.outbound.allowed_hosts": {
    env: "VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS",
    type: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 256 }),
    default: [],
    doc: "Hosts, host:port or networks (CIDR) that Vedette may call although they are private, loopback or link-local.",
  },
  "log.level": {
    env: "VEDETTE_LOG_LEVEL",
    type: Type.Enum(LOG_LEVELS),
    default: "info",
    doc: "Least weight of what is logged: trace, debug, info, warn, error, fatal, silent.",
  },
});
