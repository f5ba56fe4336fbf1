// The mock servers of this window, made of the events of their channels.
import type { ParamsOf, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import type { ChannelEvent } from '../../../api/channels.ts';
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { windowName } from '../../../state/window.ts';
import { ChannelJobs, type Job } from '../jobs/channel-jobs.ts';

export type Route = ResultOf<'client.mock_routes'>['routes'][number];

/** The behaviour of a mock server. */
interface About {
  readonly name: string;
  readonly collection: string | null;
  readonly spec: string | null;
  readonly environment: string | null;
  readonly stateful: boolean;
  readonly validate: boolean;
  readonly dynamic: boolean;
  readonly seed: string | null;
  /** The server that gets what no example fits. */
  readonly proxy: string | null;
  readonly proxyChanges: boolean;
  readonly callbacks: boolean;
  readonly delayMs: number;
  readonly maxDelayMs: number;
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** A request of which an example can be made. */
export interface UnmatchedRequest {
  readonly path: string;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly body: { readonly text?: string; readonly base64?: string };
  readonly omitted: number;
}

export interface Call {
  readonly number: number;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly status: number;
  readonly exampleName: string | null;
  readonly exampleId: string | null;
  readonly source: 'example' | 'made' | 'stored' | 'refused' | 'preflight' | 'passedOn' | 'none';
  /** Differences between the response of the server behind and the spec. */
  readonly differences?: readonly string[];
  readonly unmatched?: UnmatchedRequest;
}

/** The answers of the spec, compared with its schemas. */
export interface AnswerReport {
  readonly checked: number;
  readonly repaired: number;
  readonly wrong: number;
  readonly named: readonly { readonly name: string; readonly detail: string }[];
}

export interface MockState extends About {
  readonly url: string;
  readonly port: number;
  readonly examples: number;
  /** The latest calls, newest last. */
  readonly calls: readonly Call[];
  /** The number of all calls, and of some of them. */
  readonly total: number;
  readonly unmatched: number;
  readonly refused: number;
  /** The reason why a change of the files is not served. */
  readonly problem: string | null;
  /** Null until they have been compared. */
  readonly answers: AnswerReport | null;
}

export type Mock = Job<MockState>;

/** Calls that a page keeps: a mock server may run for days. */
const MAX_CALLS = 20_000;

type MockEvent = ChannelEvent &
  (
    | ({ readonly type: 'start' } & Pick<MockState, 'url' | 'port' | 'examples'> & About)
    | ({ readonly type: 'changed' } & Pick<MockState, 'examples'> & About)
    | ({ readonly type: 'call' } & Call)
    | { readonly type: 'reloaded'; readonly examples: number }
    | { readonly type: 'reloadFailed'; readonly reason: string }
    | ({ readonly type: 'answers' } & AnswerReport)
    | { readonly type: 'callback' }
    | { readonly type: 'end' }
  );

export const mocks = new ChannelJobs<MockState>({ kind: 'mock', begin, after });

function begin(start: ChannelEvent): MockState | null {
  if (!isMockStart(start)) return null;
  const { url, port, examples, ...about } = start;
  const counts = { total: 0, unmatched: 0, refused: 0 };
  return { ...aboutOf(about), url, port, examples, calls: [], ...counts, problem: null, answers: null };
}

function isMockStart(event: ChannelEvent): event is MockEvent & { readonly type: 'start' } {
  return event.type === 'start' && 'mock' in event;
}

/** Returns the state after events that arrived together. */
function after(state: MockState, events: readonly ChannelEvent[]): MockState {
  const known = events as readonly MockEvent[];
  const calls = known.filter((event) => event.type === 'call');
  return known.reduce(afterEvent, calls.length === 0 ? state : withCalls(state, calls));
}

function withCalls(state: MockState, calls: readonly Call[]): MockState {
  const all = [...state.calls, ...calls];
  const count = (source: Call['source']): number => calls.filter((call) => call.source === source).length;
  return {
    ...state,
    calls: all.length > MAX_CALLS ? all.slice(-MAX_CALLS) : all,
    total: state.total + calls.length,
    unmatched: state.unmatched + count('none'),
    refused: state.refused + count('refused'),
  };
}

function afterEvent(state: MockState, event: MockEvent): MockState {
  switch (event.type) {
    case 'changed':
      return { ...state, ...aboutOf(event), examples: event.examples };
    case 'reloaded':
      return { ...state, examples: event.examples, problem: null };
    case 'reloadFailed':
      return { ...state, problem: event.reason };
    case 'answers': {
      const { checked, repaired, wrong, named } = event;
      return { ...state, answers: { checked, repaired, wrong, named } };
    }
    case 'start':
    case 'callback':
    case 'call':
    case 'end':
      return state;
  }
}

function aboutOf({
  name,
  collection,
  spec,
  environment,
  stateful,
  validate,
  dynamic,
  seed,
  proxy,
  proxyChanges,
  callbacks,
  delayMs,
  maxDelayMs,
}: About): About {
  return {
    name,
    collection,
    spec,
    environment,
    stateful,
    validate,
    dynamic,
    seed,
    proxy,
    proxyChanges,
    callbacks,
    delayMs,
    maxDelayMs,
  };
}

/** Starts a mock server. Resolves with its channel; rejects with an ApiError that names the field. */
export async function startMock(
  params: Omit<ParamsOf<'client.start_mock'>, 'window' | 'tab'>,
): Promise<string> {
  const { channel } = await rpc('client.start_mock', { window: windowName, tab: '', ...params });
  return channel;
}

export function stopMock(channel: string): void {
  void attempt('The mock server cannot be stopped', () => rpc('client.cancel', { channel }));
}

export function changeMock(channel: string, change: Omit<ParamsOf<'client.change_mock'>, 'channel'>): void {
  void attempt('The mock server cannot be changed', () => rpc('client.change_mock', { channel, ...change }));
}
