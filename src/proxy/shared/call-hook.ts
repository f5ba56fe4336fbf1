// Calls the hooks of tools. A hook that throws or rejects intercepts nothing, decides nothing, and affects no
// other exchange.
import type { Client } from '../../flow/client.ts';
import type { Flow } from '../../flow/flow.ts';
import type { ExchangeHook, ProxyHooks, TunnelHook } from '../hooks.ts';

/** Returns the hook that intercepts an exchange; null for none. Notes in the flow whether it is recorded. */
export function exchangeHookFor(hooks: ProxyHooks, flow: Flow): ExchangeHook | null {
  try {
    const hook = hooks.exchange?.(flow) ?? null;
    if (hook !== null) flow.unrecorded = !hook.recorded;
    return hook;
  } catch {
    return null;
  }
}

export function tunnelHookFor(hooks: ProxyHooks, flow: Flow): TunnelHook | null {
  try {
    return hooks.tunnel?.(flow) ?? null;
  } catch {
    return null;
  }
}

export function mayDecrypt(
  { mayDecrypt: decrypts }: ProxyHooks,
  host: string,
  port: number,
  client: Client,
): boolean {
  try {
    return decrypts?.(host, port, client) ?? true;
  } catch {
    return true;
  }
}

/** Calls `then` with the hook's verdict, or with `fallback` when the hook fails. */
export function callHook<T extends object>(
  ask: () => T | Promise<T>,
  fallback: T,
  then: (verdict: T) => void,
): void {
  let verdict: T | Promise<T>;
  try {
    verdict = ask();
  } catch {
    verdict = fallback;
  }
  if (verdict instanceof Promise)
    verdict.then(
      (decided) => then(orElse(decided, fallback)),
      () => then(fallback),
    );
  else then(orElse(verdict, fallback));
}

function orElse<T extends object>(verdict: T, fallback: T): T {
  const given: unknown = verdict;
  return typeof given === 'object' && given !== null ? verdict : fallback;
}

/** Notifies a tool and does not wait for it. */
export function notifyHook(notified: () => unknown): void {
  try {
    const later = notified();
    if (later instanceof Promise) later.catch(() => undefined);
  } catch {
    // The notification was delivered; its failure is the tool's own concern.
  }
}
