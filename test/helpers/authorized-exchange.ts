// Sends requests of the API client as its runner does.
import type { Auth } from '../../src/collections/model/auth.ts';
import { effectiveSettings } from '../../src/collections/model/request.ts';
import { CookieStore } from '../../src/requests/http/cookies.ts';
import type { ProtocolExchange } from '../../src/requests/response.ts';
import { sendRequest } from '../../src/requests/http/exchange.ts';
import { HttpSender } from '../../src/requests/http/sender.ts';
import { buildUrl } from '../../src/requests/http/url.ts';

export interface Client extends Disposable {
  send(auth: Auth, url: string, more?: Outgoing): Promise<ProtocolExchange>;
}

export interface Outgoing {
  readonly method?: string;
  readonly body?: string;
  readonly contentType?: string | null;
  readonly httpVersion?: '1.1' | '2';
}

/** A run, which shares cached authorization between its requests. */
export function clientOf(
  more: { readonly showPage?: (url: string) => void; readonly signal?: AbortSignal } = {},
): Client {
  const sender = new HttpSender({ environment: {} });
  const context = { sender, cookies: new CookieStore(), authCache: new Map<string, unknown>(), ...more };
  return {
    send: (auth, url, { method = 'GET', body = '', contentType = null, httpVersion } = {}) =>
      sendRequest(
        {
          method,
          auth,
          contentType,
          headers: [],
          body: Buffer.from(body),
          url: buildUrl({ url, query: [], path: [], encode: true }),
          settings: effectiveSettings({
            timeoutMs: 20_000,
            ...(httpVersion !== undefined && { httpVersion }),
          }),
        },
        context,
      ),
    [Symbol.dispose]: () => sender.close(),
  };
}
