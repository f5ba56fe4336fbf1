// Whether tools want an exchange or a tunnel: one that fails wants nothing.
import type { Flow } from '../../flow/flow.ts';
import type { ExchangeHook, ProxyHooks, TunnelHook } from '../hooks.ts';

export function wantedBy(hooks: ProxyHooks, flow: Flow): ExchangeHook | null {
  try {
    return hooks.exchange?.(flow) ?? null;
  } catch {
    return null;
  }
}

export function tunnelWantedBy(hooks: ProxyHooks, flow: Flow): TunnelHook | null {
  try {
    return hooks.tunnel?.(flow) ?? null;
  } catch {
    return null;
  }
}
