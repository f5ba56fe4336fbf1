// The Control API: JSON under /api/ on the proxy's own port, for programs of this user only. It handles requests
// addressed to the proxy itself, and shows what the engine captures and does. Each group of endpoints is a file in
// endpoints/. The order of the checks is part of the contract: access, token, path and method, body size, then the
// endpoint. Only `proof` and `session` need no token.
import type { Engine } from '../session/engine/index.ts';
import type { LocalHandler } from '../base/local-http.ts';
import { failure } from './response.ts';
import { certificatePage, isCertificatePath } from './certificate-page/index.ts';
import type { FlowStore } from '../flow/store.ts';
import type { AppAccess, UiPage } from './app-access.ts';
import type { Endpoint } from './endpoint.ts';
import { appIconEndpoints } from './endpoints/app-icon.ts';
import { bodyEndpoints } from './endpoints/body.ts';
import { channelEndpoints } from './endpoints/channels.ts';
import { eventEndpoints } from './endpoints/events.ts';
import { exportEndpoints } from './endpoints/exports.ts';
import { fileEndpoints, IMPORT_PATH, MAX_IMPORT } from './endpoints/files.ts';
import { flowEndpoints } from './endpoints/flows.ts';
import { rpcEndpoints, type Rpc } from './endpoints/rpc.ts';
import { pipeEndpoints } from './endpoints/pipes.ts';
import { prove } from './endpoints/proof.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { openSession, sessionCodeEndpoints, SESSION_PATH } from './endpoints/session.ts';
import { statusEndpoints } from './endpoints/status.ts';
import { stopEndpoints } from './endpoints/stop.ts';
import { refusal, tokenRefusal } from './access.ts';
import { previewPage } from './preview-page.ts';
import { PROOF_PATH } from './proof.ts';
import { asksForPage, frontPage } from './front-page.ts';
import { findRoute } from './routes.ts';
import { uiPage } from './ui-page/index.ts';

export interface ControlApiOptions {
  readonly engine: Engine;
  readonly token: string;
  /** Named in the response to callers that lack the token. */
  readonly tokenPath: string;
  /** Runs a method of the app; null under `run`, which has none. */
  readonly rpc: Rpc | null;
  /** The app behind this API; absent under `run`. */
  readonly app?: AppAccess;
}

/** Maximum size of a request body, in bytes. */
const MAX_BODY = 16 * 1024 * 1024;

/** Returns the handler of all requests that are addressed to the proxy itself. */
export function controlApi({ engine, token, tokenPath, rpc, app }: ControlApiOptions): LocalHandler {
  const endpoints: readonly Endpoint[] = [
    ...statusEndpoints(engine),
    ...flowEndpoints(engine),
    ...bodyEndpoints,
    ...(app === undefined ? [] : fileEndpoints(engine, app)),
    ...exportEndpoints(engine),
    ...searchEndpoints(app?.traffic ?? engine.flows),
    ...eventEndpoints(engine.flows, app ?? null),
    ...rpcEndpoints(rpc),
    ...(app === undefined
      ? []
      : [
          ...channelEndpoints(app),
          ...pipeEndpoints(app),
          ...sessionCodeEndpoints(app.codes),
          ...appIconEndpoints(app),
          ...stopEndpoints(app),
        ]),
  ];
  const certificate = certificatePage(engine);
  const guarded = guardedApi({
    endpoints,
    token,
    tokenPath,
    port: () => engine.port,
    flows: app ?? engine.flows,
    page: app === undefined ? null : { ...app, mode: 'app' },
    previewOf: app?.previewOf,
  });
  return async (request) => {
    const { path } = readTarget(request.path);
    if (isCertificatePath(path)) return certificate(request, path);
    const response = await guarded(request);
    const { port } = engine;
    return response.status >= 400 && asksForPage(request, path, port)
      ? frontPage(request, path, { port, hasUi: app !== undefined })
      : response;
  };
}

export interface GuardedApiOptions {
  readonly endpoints: readonly Endpoint[];
  readonly token: string;
  /** The place where callers find the token. */
  readonly tokenPath: string;
  readonly port: () => number;
  readonly flows: Pick<FlowStore, 'find'>;
  /** Returns the HTML of a page to look at; absent where there are none. */
  readonly previewOf?: ((id: string) => string | null) | undefined;
  /** The pages of the UI; null where there are none. */
  readonly page: UiPage | null;
}

/** Returns a handler that checks the caller before it responds. */
export function guardedApi(options: GuardedApiOptions): LocalHandler {
  const { endpoints, token, tokenPath, port, flows, page } = options;
  return async (request) => {
    const { path, query } = readTarget(request.path);
    const refused = refusal(request, port());
    if (refused !== null) return refused;
    const preview = options.previewOf && previewPage(request, path, options.previewOf);
    if (preview) return preview;
    if (page !== null) {
      if (path === SESSION_PATH) return openSession(request, page.codes, token);
      const file = path.startsWith('/api/') ? null : uiPage(request, path, await page.ui(), page.mode);
      if (file !== null) return file;
    }
    if (!path.startsWith('/api/'))
      return failure(404, `Nothing is at ${path.slice(0, 200)}: the API is under /api/`);
    if (path === PROOF_PATH) return prove(request, query, { token, port: port() });
    const unauthorized = tokenRefusal(request, { token, path: tokenPath });
    if (unauthorized !== null) return unauthorized;
    const route = findRoute(endpoints, flows, request.method, path);
    if (route.type === 'refused') return route.response;
    const limit = path === IMPORT_PATH ? MAX_IMPORT : MAX_BODY;
    const body = await request.body(limit);
    if (body === null) return failure(413, `The body is larger than ${limit} bytes`);
    return route.respond({ request, query, body });
  };
}

/**
 * Splits path and query. The head was decoded byte by byte, so it is decoded as UTF-8 here. A query is parsed
 * leniently, as in browsers.
 */
function readTarget(raw: string): { readonly path: string; readonly query: URLSearchParams } {
  const [target = ''] = Buffer.from(raw, 'latin1').toString('utf8').split('#');
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark)) };
}
