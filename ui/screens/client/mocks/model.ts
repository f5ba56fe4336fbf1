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
  /** True to answer those that do not fit too. */
  readonly onlyLog: boolean;
  readonly dynamic: boolean;
  readonly seed: string | null;
  /** The server that gets what no example fits. */
  readonly proxy: string | null;
  readonly proxyChanges: boolean;
  readonly callbacks: boolean;
  readonly delayMs: number;
  readonly maxDelayMs: number;
  /** The share of the calls that fails, and how. */
  readonly failPercent: number;
  readonly failStatus: number;
  /** True to keep what the server behind answers as examples. */
  readonly keeps: boolean;
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

export interface PassedAnswer {
  readonly status: number;
  /** The value of Content-Type. */
  readonly type: string;
  readonly body: { readonly text?: string; readonly base64?: string };
}

/** A callback that was sent. */
export interface SentCallback {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  /** Null where there was no response; `reason` says why. */
  readonly status: number | null;
  readonly reason: string | null;
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
  readonly source: 'example' | 'made' | 'stored' | 'refused' | 'preflight' | 'passedOn' | 'failed' | 'none';
  /** Violations of a request that was answered all the same. */
  readonly invalid?: readonly string[];
  /** The answer of the server behind, where it is small enough. */
  readonly passed?: PassedAnswer;
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
  readonly made: number;
  readonly passedOn: number;
  /** The latest callbacks, newest last. */
  readonly sentCallbacks: readonly SentCallback[];
  /** The reason why a change of the files is not served. */
  readonly problem: string | null;
  /** Null until they have been compared. */
  readonly answers: AnswerReport | null;
}

export type Mock = Job<MockState>;

/** Calls that a page keeps: a mock server may run for days. */
const MAX_CALLS = 20_000;
const MAX_CALLBACKS = 500;

type MockEvent = ChannelEvent &
  (
    | ({ readonly type: 'start' } & Pick<MockState, 'url' | 'port' | 'examples'> & About)
    | ({ readonly type: 'changed' } & Pick<MockState, 'examples'> & About)
    | ({ readonly type: 'call' } & Call)
    | { readonly type: 'reloaded'; readonly examples: number }
    | { readonly type: 'reloadFailed'; readonly reason: string }
    | ({ readonly type: 'answers' } & AnswerReport)
    | ({ readonly type: 'callback' } & SentCallback)
    | { readonly type: 'kept'; readonly name: string; readonly isDraft: boolean }
    | { readonly type: 'notKept'; readonly reason: string }
    | { readonly type: 'end' }
  );

export const mocks = new ChannelJobs<MockState>({ kind: 'mock', begin, after });

function begin(start: ChannelEvent): MockState | null {
  if (!isMockStart(start)) return null;
  const { url, port, examples, ...about } = start;
  const counts = { total: 0, unmatched: 0, refused: 0, made: 0, passedOn: 0, sentCallbacks: [] };
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
    made: state.made + count('made'),
    passedOn: state.passedOn + count('passedOn'),
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
    case 'callback': {
      const { name, method, url, status, reason } = event;
      const sent = [...state.sentCallbacks, { name, method, url, status, reason }];
      return { ...state, sentCallbacks: sent.slice(-MAX_CALLBACKS) };
    }
    case 'notKept':
      return { ...state, problem: `What came back is not kept: ${event.reason}` };
    case 'kept':
      // The mock responds with files.
      return event.isDraft
        ? { ...state, problem: `${event.name} is in the description, which is not saved` }
        : state;
    case 'start':
    case 'call':
    case 'end':
      return state;
  }
}

function aboutOf(about: About): About {
  const { name, collection, spec, environment, stateful, validate, onlyLog, dynamic, seed } = about;
  const { proxy, proxyChanges, keeps, callbacks, delayMs, maxDelayMs, failPercent, failStatus } = about;
  return {
    ...{ name, collection, spec, environment, stateful, validate, onlyLog, dynamic, seed },
    ...{ proxy, proxyChanges, keeps, callbacks, delayMs, maxDelayMs, failPercent, failStatus },
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
