// The durations of a send: the phases of its exchanges, and how far it got.
import type { FlowTiming } from '../../../../src/session/methods/ui-types.ts';
import type { Phase } from '../sends/events.ts';
import type { ExchangeRecord } from '../sends/exchanges.ts';
import type { Ended, ScriptRecord } from '../sends/state.ts';
import { isFailed, mainExchange, type Shown } from './shown.ts';

/** Returns the phases of an exchange; null before it had a connection. */
export function exchangeTiming({
  begunMs,
  connection,
  sentMs,
  headMs,
  endedMs,
}: ExchangeRecord): FlowTiming | null {
  if (connection === null) return null;
  const { dns, connect, tls } = connection.timing ?? { dns: 0, connect: 0, tls: 0 };
  const between = (from: number | null, to: number | null): number | null =>
    from === null || to === null ? null : Math.max(0, to - from);
  const send = between(connection.ms, sentMs);
  const wait = between(sentMs, headMs);
  const receive = between(headMs, endedMs);
  return {
    blocked: Math.max(0, connection.ms - begunMs - dns - connect - tls),
    dns,
    connect,
    tls,
    ...(send !== null && { send }),
    ...(wait !== null && { wait }),
    ...(receive !== null && { receive }),
  };
}

/** Returns the milliseconds that the scripts of an event took. */
export function scriptMs(scripts: readonly ScriptRecord[], event: ScriptRecord['event']): number {
  return scripts
    .filter((script) => script.event === event)
    .reduce((sum, { begunMs, endedMs }) => sum + Math.max(0, (endedMs ?? begunMs) - begunMs), 0);
}

/** A step on the way of a request. */
export interface Step {
  readonly id: Phase;
  readonly title: string;
  readonly detail: string;
  readonly state: 'done' | 'running' | 'failed' | 'not reached';
  /** Null where it was not reached, or goes on. */
  readonly ms: number | null;
}

const TITLES: readonly (readonly [Phase, string])[] = [
  ['waiting', 'Wait for its turn'],
  ['scripts', 'Before script'],
  ['token', 'Token'],
  ['dns', 'Name found'],
  ['connect', 'Connected'],
  ['tls', 'TLS handshake'],
  ['sent', 'Request sent'],
  ['body', 'Response'],
  ['tests', 'After script'],
];
/** The steps that every request takes, also where nothing told of them. */
const USUAL: readonly Phase[] = ['connect', 'sent', 'body'];

/** Returns the steps of a send in their order, with the one at which it has stopped. */
export function stepsOf(send: Shown, code: string | null): readonly Step[] {
  const last = send.type === 'going' ? send.phase : isFailed(send) ? failedAt(send) : null;
  const lastAt = TITLES.findIndex(([phase]) => phase === last);
  const isOver = send.type === 'ended';
  return TITLES.flatMap(([id, title], at) => {
    const begun = send.phases.find(({ phase }) => phase === id);
    if (begun === undefined && !USUAL.includes(id)) return [];
    // The proxy has the request where the server has nothing of it: what comes after the failure was not reached. Only
    // after scripts run then too.
    const isBehind = isOver && lastAt !== -1 && at > lastAt && id !== 'tests';
    const isReached = !isBehind && (begun !== undefined || at <= lastAt);
    const state = at === lastAt ? (isOver ? 'failed' : 'running') : isReached ? 'done' : 'not reached';
    const detail = state === 'failed' ? (code ?? begun?.target ?? '') : detailOf(id, send);
    const ms = begun === undefined || state === 'running' ? null : endOf(send, id) - begun.ms;
    return [
      {
        id,
        title,
        detail: state === 'not reached' ? 'not reached' : detail,
        state,
        ms: isReached ? ms : null,
      },
    ];
  });
}

/** After scripts run for a request that has failed, too: what failed is the step before them. */
function failedAt({ end: { phase = null, response }, phases }: Ended): Phase | null {
  if (phase !== 'tests' || response !== null) return phase;
  return phases.findLast((each) => each.phase !== 'tests')?.phase ?? null;
}

/** A phase ends as the next one begins. */
function endOf(send: Shown, id: Phase): number {
  const at = send.phases.findIndex(({ phase }) => phase === id);
  const next = send.phases[at + 1]?.ms;
  return next ?? (send.type === 'ended' ? send.end.ms : (send.phases[at]?.ms ?? 0));
}

function detailOf(id: Phase, send: Shown): string {
  const target = send.phases.findLast(({ phase }) => phase === id)?.target ?? '';
  const connection = mainExchange(send.exchanges)?.connection ?? null;
  if (id === 'connect' && target === '' && connection !== null)
    return connection.timing === null ? `${connection.address}, open connection` : connection.address;
  if (id === 'tls' && connection?.tls) return connection.tls.version;
  return target;
}
