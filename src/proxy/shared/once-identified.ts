// Waits for the app of a client, which may exit as soon as it has its response.
import type { Client } from '../../flow/client.ts';
import type { ProxyContext } from './context.ts';

/** Calls `then` at once, or when the client's app is known as far as it can be; returns false where that takes time. */
export function onceIdentified(client: Client, context: ProxyContext, then: () => void): boolean {
  const identified = context.identified(client);
  if (identified === null) then();
  else void identified.then(then);
  return identified === null;
}
