// Tools are programs of others: whether they want an exchange or a tunnel, what they decide, and that they are told of
// its end. One that fails wants nothing, decides nothing, and ends nothing but itself.
import type { Client } from '../../flow/client.ts';
import type { Flow } from '../../flow/flow.ts';
import type { ExchangeHook, ProxyHooks, TunnelHook } from '../hooks.ts';

/** Whether the flow is to be recorded is noted in it. */
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

/** Calls `then` with what a tool decides, or with `otherwise` when it fails. */
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

/** Tells a tool something; nobody waits for what it makes of it. */
export function notifyHook(notified: () => unknown): void {
  try {
    const later = notified();
    if (later instanceof Promise) later.catch(() => undefined);
  } catch {
    // It was told.
  }
}
