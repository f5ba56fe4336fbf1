// `proxyctl app`: starts the app with its API, opens the browser, and shuts down in order on a signal.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { startApp, type App } from '../../app/app.ts';
import { runningPort } from '../../app/state/instance.ts';
import { dispatcher } from '../../session/methods/dispatch.ts';
import type { UiLocation } from '../../session/methods/context.ts';
import { methods } from '../../session/methods/index.ts';
import { dataFolder } from '../../base/data-folder.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import { releaseMemoryWhenIdle } from '../../base/runtime/idle-memory.ts';
import type { LocalHandler } from '../../base/local-http.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { formatAuthority } from '../../codec/http1/target.ts';
import { productName } from '../../base/product.ts';
import { controlApi } from '../../control/api.ts';
import type { AppAccess } from '../../control/app-access.ts';
import { ControlClient } from '../../control/client.ts';
import { SessionCodes } from '../../control/session-codes.ts';
import { apiToken, type ApiToken } from '../../control/token.ts';
import type { UiFiles } from '../../control/ui-page/files.ts';
import { announcement } from '../announce.ts';
import { startDetached } from '../detached.ts';
import { listenPort } from '../options.ts';
import { environmentProxy, isItself } from '../environment/environment-proxy.ts';
import { noticeTexts } from '../notices.ts';
import { knownAssistants } from './assistants.ts';
import { openFolder, openPage } from '../browser/open-page.ts';
import { newestVersion } from '../update-check.ts';
import type { ClientsProxy } from './clients/contract.ts';
import { Clients } from './clients/index.ts';
import { say, untilSignal, welcome } from './session.ts';
import { startGuard } from './guard.ts';
import { uiFiles } from './ui-files.ts';

export interface AppFlags {
  readonly port?: string | undefined;
  readonly open: boolean;
  readonly workspace?: string | undefined;
}

/** Runs the app. Resolves with the exit code when the app has stopped. */
export async function runApp({ port, open, workspace }: AppFlags): Promise<number> {
  const home = dataFolder();
  const token = await apiToken(home, say);
  const running = port === undefined && workspace === undefined ? await runningPort(home) : null;
  if (running !== null && (await welcomeTo(running, token, open))) return 0;
  const codes = new SessionCodes();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<undefined>();
  const asked = Promise.race([untilSignal(), stopped]);
  // The files are built while the app starts, and the page waits for them.
  const files = uiFiles(say);
  files.catch((error: unknown) => say(`error: ${messageOf(error)}`));
  const ui = (): Promise<UiFiles> => files;
  const clients = new Clients({
    proxy: () => clientsProxy(app, home),
    env: process.env,
    platform: process.platform,
  });
  const notices = noticeTexts(() => app.engine.ca.certPath);
  const app = await startApp({
    home,
    port: port === undefined ? null : listenPort('--port', port),
    workspaceFolder: workspace === undefined ? null : folder(workspace),
    local: (started) => appApi(started, { token, codes, ui, stop: () => stop(undefined) }),
    clients,
    desktop: { openFolder, newestVersion },
    assistants: knownAssistants(home, (method, params) => runMethod(app, method, params)),
    openPage: (location) => openPage(pageUrl(app, codes, location)),
    notice: (notice) => notices(notice).forEach(say),
    startGuard,
    say,
  });
  releaseMemoryWhenIdle();
  keepNamesResolving(app);
  for (const line of announcement(app.engine, unusedProxy(app))) say(line);
  await files.catch(() => undefined);
  await welcome(pageUrl(app, codes), open);
  await asked;
  await clients.close();
  await app.close();
  return 0;
}

function runMethod(app: App, method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
  return dispatcher(methods, app)(method, params, new AbortController().signal);
}

function clientsProxy({ engine }: App, home: string): ClientsProxy {
  const { port, ca } = engine;
  return { port, caPem: ca.certPem, caPath: ca.certPath, home };
}

/** Captured names must resolve when this process is gone, however it ends. */
function keepNamesResolving(app: App): void {
  const start = (): void => {
    if (app.settings.dnsCapture.isEnabled) startDetached(['dns-standby']);
  };
  app.changes.settings.subscribe(start);
  start();
}

/** Returns a line about a proxy that the environment names, and the settings do not. */
function unusedProxy({ settings, engine }: App): readonly string[] {
  if (settings.externalProxy.isEnabled) return [];
  try {
    const named = environmentProxy(process.env);
    if (named === null || isItself(named, engine.port)) return [];
    return [
      `${named.variable} names a proxy, which the app does not use: set externalProxy in its settings to reach servers through it`,
    ];
  } catch {
    // The app works without it.
    return [];
  }
}

export interface AppApiParts {
  readonly token: ApiToken;
  readonly codes: SessionCodes;
  readonly ui: AppAccess['ui'];
  readonly stop: AppAccess['stop'];
}

/** Returns the Control API with all features that it has under the app. */
export function appApi(app: App, { token: { token, path }, codes, ui, stop }: AppApiParts): LocalHandler {
  return controlApi({
    engine: app.engine,
    token,
    tokenPath: path,
    rpc: dispatcher(methods, app),
    app: {
      channels: app.channels,
      traffic: app.traffic,
      trafficFiles: app.trafficFiles,
      changes: app.changes,
      onShow: (listener) => app.onShow(listener),
      onWorkspace: (listener) => app.onWorkspace(listener),
      find: (id) => app.find(id),
      appIcon: app.appIcon,
      openPipe: (name, process) => app.openPipe(name, process),
      previewOf: (id) => app.clientState.pages.find(id),
      codes,
      ui,
      stop,
      instance: randomUUID(),
    },
  });
}

/** Opens the app that runs already, or prints its URL. Resolves with false when what listens there is something else. */
async function welcomeTo(port: number, { token }: ApiToken, open: boolean): Promise<boolean> {
  const code = await new ControlClient(port, token).sessionCode().catch(() => null);
  if (code === null) return false;
  say(`${productName} is already running on port ${port}`);
  await welcome(`http://127.0.0.1:${port}/#code=${code}`, open);
  return true;
}

/** Returns a URL that lets one browser in, to the start or to a place of the app. */
function pageUrl({ engine }: App, codes: SessionCodes, location?: UiLocation): string {
  const parameters = new URLSearchParams({ code: codes.issue(), ...location });
  return `http://${formatAuthority(engine.address, engine.port)}/#${parameters.toString()}`;
}

function folder(path: string): string {
  const absolute = resolve(path);
  try {
    makeFolder(absolute);
  } catch (error) {
    throw new UserError(
      'INVALID_FILE',
      `--workspace ${JSON.stringify(path)} cannot be used: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
  return absolute;
}
