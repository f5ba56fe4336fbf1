// The host's side of `fetch` and `sleep` in scripts.
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../base/errors.ts';
import { octetsOfText } from '../../../base/octets.ts';
import type { Fetch } from '../../../proxy/hooks.ts';
import type { HostCallHandler } from '../../../sandbox/job.ts';
import { FETCH_CALL, SLEEP_CALL } from '../../../sandbox/rules/network.ts';
import { parseFetchCall, parseSleepCall, writeFetchResponse } from '../../../sandbox/rules/network-calls.ts';

/** `off`: the rule does not allow requests. `unavailable`: there is no exchange to send them for. */
export type FetchAccess = Fetch | 'off' | 'unavailable';

/** Returns the handler for one call of a script; `signal` is aborted when that call has ended. */
export function hostCalls(fetch: FetchAccess, signal: AbortSignal): HostCallHandler {
  return async (name, json) => {
    if (name === SLEEP_CALL) {
      await sleep(parseSleepCall(json), null, { signal });
      return 'null';
    }
    if (name !== FETCH_CALL) throw new Error(`there is no ${name} here`);
    if (fetch === 'off') throw new Error('fetch is off: set the field fetch of the rule to true');
    if (fetch === 'unavailable') throw new Error('fetch is not available here');
    return fetched(fetch, json, signal);
  };
}

async function fetched(fetch: Fetch, json: string, signal: AbortSignal): Promise<string> {
  const { headers, ...request } = parseFetchCall(json);
  const fields = headers.map(([name, value]) => [name, octetsOfText(value)] as const);
  try {
    const { status, reason, fields: received, ...rest } = await fetch({ ...request, fields }, signal);
    return writeFetchResponse({ ...rest, status, statusText: reason, headers: received });
  } catch (error) {
    throw new Error(`fetch: ${messageOf(error)}`, { cause: error });
  }
}
