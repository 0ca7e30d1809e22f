/** The parts of the DevTools protocol that this package speaks. @see https://chromedevtools.github.io/devtools-protocol */

interface WireHeader {
  readonly name: string;
  readonly value: string;
}

export interface FetchPattern {
  readonly urlPattern: string;
  readonly requestStage?: "Request" | "Response";
}

interface WireRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly hasPostData?: boolean;
  readonly postDataEntries?: readonly { readonly bytes?: string }[];
}

export interface RequestPaused {
  readonly requestId: string;
  readonly request: WireRequest;
  readonly frameId?: string;
  readonly resourceType: string;
  readonly networkId?: string;
  readonly redirectedRequestId?: string;
  readonly responseStatusCode?: number;
  readonly responseStatusText?: string;
  readonly responseHeaders?: readonly WireHeader[];
  readonly responseErrorReason?: string;
}

interface AuthRequired {
  readonly requestId: string;
  readonly authChallenge: { readonly source?: "Server" | "Proxy"; readonly origin: string };
}

export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
  readonly browserContextId?: string;
}

export interface FramePayload {
  readonly id: string;
  readonly parentId?: string;
  readonly name?: string;
  readonly loaderId?: string;
  readonly url: string;
  readonly urlFragment?: string;
}

export interface FrameTree {
  readonly frame: FramePayload;
  readonly childFrames?: readonly FrameTree[];
}

interface WireCookie {
  readonly name: string;
  readonly value: string;
}

export interface WireTiming {
  readonly requestTime: number;
  readonly dnsStart: number;
  readonly dnsEnd: number;
  readonly connectStart: number;
  readonly connectEnd: number;
  readonly sslStart: number;
  readonly sendStart: number;
  readonly receiveHeadersEnd: number;
}

/** The events that are listened to. */
export interface CdpEvents {
  "Fetch.requestPaused": RequestPaused;
  "Fetch.authRequired": AuthRequired;
  "Target.attachedToTarget": {
    readonly sessionId: string;
    readonly targetInfo: TargetInfo;
  };
  "Target.detachedFromTarget": { readonly sessionId: string };
  "Page.frameAttached": { readonly frameId: string; readonly parentFrameId: string };
  "Page.frameNavigated": { readonly frame: FramePayload };
  "Page.frameDetached": { readonly frameId: string; readonly reason?: "remove" | "swap" };
  "Network.requestWillBeSent": {
    readonly requestId: string;
    readonly type?: string;
    readonly frameId?: string;
    readonly loaderId?: string;
  };
  "Network.responseReceived": { readonly requestId: string; readonly response: { readonly timing?: WireTiming } };
  "Network.loadingFailed": { readonly requestId: string; readonly errorText: string };
  "Network.loadingFinished": { readonly requestId: string };
}

export type CdpEventName = keyof CdpEvents;

export const CDP_EVENTS = [
  "Fetch.requestPaused",
  "Fetch.authRequired",
  "Target.attachedToTarget",
  "Target.detachedFromTarget",
  "Page.frameAttached",
  "Page.frameNavigated",
  "Page.frameDetached",
  "Network.requestWillBeSent",
  "Network.responseReceived",
  "Network.loadingFailed",
  "Network.loadingFinished",
] as const satisfies readonly CdpEventName[];

/** Answers of the commands whose answer is read. */
export interface CdpResults {
  "Target.getTargetInfo": { readonly targetInfo: TargetInfo };
  "Target.attachToTarget": { readonly sessionId: string };
  "Page.getFrameTree": { readonly frameTree: FrameTree };
  "Network.getCookies": { readonly cookies: readonly WireCookie[] };
  "Fetch.getResponseBody": { readonly body: string; readonly base64Encoded: boolean };
}
