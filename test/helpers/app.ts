// The app with its API, in this process and in its own data folder. The result of each method call is checked
// against the schema that the method declares.
import { startApp, type App, type AppOptions } from '../../src/app/app.ts';
import { methods } from '../../src/session/methods/index.ts';
import { dispatcher } from '../../src/session/methods/dispatch.ts';
import { knownAssistants } from '../../src/cli/app/assistants.ts';
import { appApi } from '../../src/cli/app/app.ts';
import { uiFiles } from '../../src/cli/app/ui-files.ts';
import { SessionCodes } from '../../src/control/session-codes.ts';
import { apiToken } from '../../src/control/token.ts';
import type { UiFiles } from '../../src/control/ui-page/files.ts';
import { ask, type Ask, type Response } from './ask.ts';
import { temporaryHome } from './home.ts';
import { fakeGnome } from './proxy-systems.ts';

export interface Called {
  readonly status: number;
  /** The value of a successful result, otherwise of the error. */
  readonly value: ReturnType<typeof JSON.parse>;
  readonly error: string | undefined;
  readonly field: string | undefined;
}

export interface TestApp extends AsyncDisposable {
  readonly app: App;
  readonly home: string;
  readonly token: string;
  readonly codes: SessionCodes;
  /** The notices to the user. */
  readonly said: readonly string[];
  readonly port: () => number;
  /** Sends a request to the API, with the token. */
  readonly api: (path: string, options?: Ask) => Promise<Response>;
  /** Calls a method over HTTP. */
  readonly rpc: (method: string, params?: object) => Promise<Called>;
  /** Calls a method over HTTP that must succeed; returns its result. */
  readonly result: (method: string, params?: object) => Promise<Called['value']>;
  /** Sends a request to an origin through the proxy. */
  readonly via: (url: string, options?: Ask) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Starts the app, by default on a free port. `home`: an existing data folder, which is kept. */
export async function startTestApp(
  options: Partial<Pick<AppOptions, 'port' | 'workspaceFolder' | 'proxySettings' | 'clients' | 'desktop'>> & {
    readonly home?: string;
  } = {},
): Promise<TestApp> {
  const own = options.home === undefined ? temporaryHome() : null;
  const home = options.home ?? own!.path;
  const token = await apiToken(home, () => undefined);
  const codes = new SessionCodes();
  const said: string[] = [];
  let files: Promise<UiFiles> | null = null;
  const ui = (): Promise<UiFiles> => (files ??= uiFiles(() => undefined));
  const app = await startApp({
    home,
    port: options.port === undefined ? 0 : options.port,
    workspaceFolder: options.workspaceFolder ?? null,
    local: (started) => appApi(started, { token, codes, ui, stop: () => undefined }),
    notice: () => undefined,
    say: (text) => said.push(text),
    ...(options.clients !== undefined && { clients: options.clients }),
    ...(options.desktop !== undefined && { desktop: options.desktop }),
    assistants: knownAssistants(home, (method, params) =>
      dispatcher(methods, app)(method, params, new AbortController().signal),
    ),
    // Tests leave the settings of this machine alone.
    proxySettings: options.proxySettings ?? fakeGnome().settings,
  });
  const api: TestApp['api'] = (path, asked = {}) =>
    ask(`http://127.0.0.1:${app.engine.port}${path}`, {
      ...asked,
      headers: { 'X-Proxy-Token': token.token, ...asked.headers },
    });
  const rpc: TestApp['rpc'] = async (method, params = {}) => {
    const { status, text } = await api('/api/rpc', {
      method: 'POST',
      body: JSON.stringify({ method, params }),
    });
    const body = JSON.parse(text);
    if (status === 200) methods.find(({ name }) => name === method)!.result.parse(body.result);
    return { status, value: body.result, error: body.error, field: body.field };
  };
  const close = async (): Promise<void> => {
    await app.close();
    own?.remove();
  };
  return {
    app,
    home,
    token: token.token,
    codes,
    said,
    port: () => app.engine.port,
    api,
    rpc,
    async result(method, params) {
      const { status, value, error } = await rpc(method, params);
      if (status !== 200) throw new Error(`${method}: ${status} ${error ?? ''}`);
      return value;
    },
    via: (url, asked) => ask(url, { via: app.engine.port, ...asked }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
