// Figures that several insights share.
import type { Flow } from '../../flow/flow.ts';
import { templatedPath } from '../endpoint.ts';

/** The value below which `share` (0 to 1) of the values lies, whole milliseconds; null of none. */
export function percentile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1);
  return Math.round(sorted[Math.max(0, at)] ?? 0);
}

/** Whether it went wrong: it failed, or was answered with 4xx or 5xx. */
export function isError(flow: Flow): boolean {
  return flow.state === 'failed' || flow.status >= 400;
}

/** Method, host and path without what differs from call to call. */
export function endpointOf(flow: Flow): string {
  return `${flow.method} ${siteOf(flow)}${templatedPath(utf8(flow.path))}`;
}

/** Host, with the port where it is not the usual one. */
export function siteOf({ target: { scheme, host, port } }: Flow): string {
  const shown = host.includes(':') ? `[${host}]` : host;
  return port === (scheme === 'https' ? 443 : 80) ? shown : `${shown}:${port}`;
}

/** By key, in the order in which keys are first met. */
export function grouped<T>(
  items: Iterable<T>,
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** URLs and fields hold one char per byte. */
export function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}
