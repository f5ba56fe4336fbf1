// Durations of the phases of an exchange in a HAR file.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../json-values.ts';

/** Durations in milliseconds; 0 for a phase that did not take place. */
export interface HarPhases {
  readonly blocked: number;
  readonly dns: number;
  /** The duration without that of `tls`. */
  readonly connect: number;
  readonly tls: number;
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
}

/** Returns null when the file has no timings, or only the total. */
export function harPhases({ timings, _timings }: JsonObject): HarPhases | null {
  // Our own files hold the durations as measured. In HAR, `connect` includes `ssl`.
  if (isObject(_timings)) return phases(_timings, ms(_timings['connect']), ms(_timings['tls']));
  if (!isObject(timings)) return null;
  const tls = ms(timings['ssl']);
  const measured = phases(timings, Math.max(0, ms(timings['connect']) - tls), tls);
  const { blocked, dns, connect, send, receive } = measured;
  return blocked + dns + connect + tls + send + receive > 0 ? measured : null;
}

function phases(timings: JsonObject, connect: number, tls: number): HarPhases {
  const [blocked, dns, send, wait, receive] = ['blocked', 'dns', 'send', 'wait', 'receive'].map((name) =>
    ms(timings[name]),
  ) as [number, number, number, number, number];
  return { blocked, dns, connect, tls, send, wait, receive };
}

/** Thirty years; longer durations are not plausible. */
const MAX_MS = 1e12;

/** Returns 0 for a value that is not a duration; HAR writes -1 for a phase that did not take place. */
export function ms(value: unknown): number {
  return typeof value === 'number' && value > 0 && value <= MAX_MS ? value : 0;
}
