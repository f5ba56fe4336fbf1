// An engine with the Control API, in this process and in its own data folder.
import { engineConfig, type EngineSettings } from '../../src/session/engine/config.ts';
import { startEngine, type Engine, type EngineOptions } from '../../src/session/engine/index.ts';
import { controlApi } from '../../src/control/api.ts';
import type { Rpc } from '../../src/control/endpoints/rpc.ts';
import { apiToken } from '../../src/control/token.ts';
import type { ExchangeHook, ProxyHooks } from '../../src/proxy/hooks.ts';
import { temporaryHome } from './home.ts';

export interface TestEngine extends AsyncDisposable {
  readonly engine: Engine;
  /** Its data folder. */
  readonly home: string;
  readonly token: string;
  /** `http://127.0.0.1:<port>`: the URL of the API and of the proxy. */
  readonly url: string;
  /** Sends a request to the API, with the token. */
  api(path: string, init?: { readonly method?: string; readonly body?: string | Buffer }): Promise<Response>;
  close(): Promise<void>;
}

/** Options of the engine, and its settings. */
export type TestEngineOptions = Partial<EngineOptions & EngineSettings>;

/**
 * Starts an engine that decrypts every host by default. Start the origins first: the engine reads trusted
 * certificates once.
 */
export async function startTestEngine(
  options: TestEngineOptions = {},
  rpc: Rpc | null = null,
): Promise<TestEngine> {
  const home = temporaryHome();
  const { token, path: tokenPath } = await apiToken(home.path, () => undefined);
  const engine = await startEngine({
    config: engineConfig({ port: 0, sslProxyingHosts: ['*'], ...options }),
    home: home.path,
    local: (started) => controlApi({ engine: started, token, tokenPath, rpc }),
    hooks: process.env['TEST_INTERCEPTED'] === '1' ? passing : undefined,
    ...options,
  });
  const url = `http://127.0.0.1:${engine.port}`;
  const close = async (): Promise<void> => {
    await engine.close();
    home.remove();
  };
  return {
    engine,
    home: home.path,
    token,
    url,
    api: (path, init) => fetch(url + path, { ...init, headers: { 'X-Proxy-Token': token } }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A tool that intercepts every exchange and changes nothing. */
const passing: ProxyHooks = {
  exchange: (): ExchangeHook => ({
    recorded: true,
    request: () => ({ type: 'forward' }),
    response: () => ({ type: 'send' }),
    finished: () => undefined,
  }),
};
