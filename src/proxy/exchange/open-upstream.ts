// Opens the exchange with the server of the request, or with the one to which tools redirected it.
import { maxIdleMs } from '../../net/max-idle.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import type { UpstreamExchange, UpstreamExchangeHandler } from '../../net/upstream-exchange.ts';
import type { ProxyContext } from '../shared/context.ts';
import type { Intercepted } from './intercepted.ts';
import type { ExchangeOptions } from './options.ts';

/** Rejects, or throws, a ProxyError when the server cannot be reached or the request cannot be sent. */
export function openUpstream(
  intercepted: Intercepted,
  { pool, version, priorKnowledge, context }: ExchangeOptions,
  handler: UpstreamExchangeHandler,
): UpstreamExchange | Promise<UpstreamExchange> {
  const { request } = intercepted;
  const sending = request.outgoing();
  const chosen = poolFor(intercepted, pool, context);
  if (version === 2 && !request.upgrades)
    return chosen.openExchange(sending, handler, priorKnowledge && !request.isRedirected);
  return chosen.openHttp1Exchange(sending, handler, maxIdleMs(sending.method), request.upgrades);
}

function poolFor(
  { request, connectTo, client }: Intercepted,
  pool: OriginPool,
  context: ProxyContext,
): OriginPool {
  const { target, isRedirected } = request;
  if (!isRedirected && connectTo === null) return pool;
  const { scheme, host, port } = target;
  const to = isRedirected ? { host, port, servername: scheme === 'https' ? host : null } : pool.target;
  // Any client may follow a reverse proxy to its target; beyond that, it may go no further than other clients.
  const localAllowed = pool.target.localAllowed && (client.isReplay || context.localAllowed(client));
  return context.pools.forOrigin({ ...to, localAllowed, connectTo });
}
