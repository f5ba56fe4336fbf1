// The parts of a send that the pane shows: its tabs, its response so far, its tests.
import type { TabItem } from '../../../parts/index.ts';
import type { ExchangeHead, TestRow } from '../sends/events.ts';
import type { ExchangeRecord } from '../sends/exchanges.ts';
import type { Ended, Going, SendState } from '../sends/state.ts';

export type PaneTab =
  | 'preview'
  | 'progress'
  | 'error'
  | 'conversation'
  | 'messages'
  | 'result'
  | 'body'
  | 'headers'
  | 'cookies'
  | 'tests'
  | 'console'
  | 'sent';

/** A send that has begun. */
export type Shown = Going | Ended;

/** Returns the send to show: the one before until the new response begins. Null before the first. */
export function shownSend(send: SendState): Shown | null {
  if (send.type === 'idle') return null;
  return send.type === 'going' && send.previous !== null && !hasBegun(send) ? send.previous : send;
}

/** Returns true once there is something of the response that stays. */
export function hasBegun({ messages, exchanges }: Going): boolean {
  if (messages.length > 0) return true;
  const status = mainExchange(exchanges)?.head?.status ?? 0;
  const isFollowed = (status >= 300 && status < 400) || status === 401 || status === 407;
  return status > 0 && !isFollowed;
}

/** Returns the last exchange of the request itself; those for tokens and of scripts are beside it. */
export function mainExchange(exchanges: readonly ExchangeRecord[]): ExchangeRecord | undefined {
  return exchanges.findLast(({ purpose }) => purpose !== 'token' && purpose !== 'script');
}

/** Returns the head of the response, as far as it is known. */
export function headOf(send: Shown): ExchangeHead | null {
  if (send.type === 'ended') return send.end.response;
  return hasBegun(send) ? (mainExchange(send.exchanges)?.head ?? null) : null;
}

/** Returns true for one that has come to nothing, or to a part. */
export function isFailed(send: Shown): send is Ended {
  return send.type === 'ended' && send.end.outcome !== 'received';
}

export interface PlacedTest extends TestRow {
  /** The owner of the script, such as `folder Users`; empty where it is not known. */
  readonly where: string;
  readonly event: 'prerequest' | 'test';
}

export function testsOf(send: Shown): readonly PlacedTest[] {
  const all = send.scripts.flatMap(({ event, tests }) => tests.map((test) => ({ ...test, event })));
  const owners = send.type === 'ended' && send.end.tests.length === all.length ? send.end.tests : [];
  return all.map((test, at) => ({ ...test, where: owners[at]?.where ?? '' }));
}

/** Returns the tabs; `type` is that of the request. */
export function tabsOf(send: Shown, type: string): readonly TabItem<PaneTab>[] {
  const head = headOf(send);
  const { exchanges, messages } = send;
  const stream =
    messages.length > 0
      ? [{ id: 'messages', title: type === 'ai' ? 'Events' : 'Messages', count: messages.length } as const]
      : [];
  const isOne = SINGLE.has(type);
  return [
    ...(isFailed(send) ? [{ id: 'error', title: OUTCOMES[send.end.outcome] ?? 'Error' } as const] : []),
    ...(send.type === 'going' && head === null ? [{ id: 'progress', title: 'Progress' } as const] : []),
    ...(type === 'ai' && messages.length > 0 ? [{ id: 'conversation', title: 'Conversation' } as const] : []),
    ...(isOne ? [] : stream),
    ...(head === null ? [] : headTabs(send, head, type)),
    ...(isOne ? stream : []),
    { id: 'tests', title: 'Tests', count: testCount(send) },
    { id: 'console', title: 'Console', count: lineCount(send) },
    { id: 'sent', title: 'Sent', count: exchanges.length },
    { id: 'preview', title: 'Preview' },
  ];
}

/** Types whose answer is one message. */
const SINGLE: ReadonlySet<string> = new Set(['sql', 'mcp', 'grpc']);

const OUTCOMES: Readonly<Record<string, string>> = { stopped: 'Stopped', skipped: 'Skipped' };

function headTabs(send: Shown, { headers }: ExchangeHead, type: string): readonly TabItem<PaneTab>[] {
  const isDone = send.type === 'ended' && send.end.response?.status === 0;
  const result = isDone ? RESULT_TITLES[type] : undefined;
  const rows = headers.find(({ name }) => name === 'rows')?.value;
  return [
    ...(result === undefined
      ? []
      : [{ id: 'result', title: result, count: type === 'sql' ? rows : undefined } as const]),
    ...(send.type === 'ended'
      ? [{ id: 'body', title: type === 'ai' || result !== undefined ? 'JSON' : 'Body' } as const]
      : []),
    { id: 'headers', title: 'Headers', count: headers.length },
    ...(SINGLE.has(type)
      ? []
      : [{ id: 'cookies', title: 'Cookies', count: headers.filter(isSetCookie).length } as const]),
  ];
}

/** Titles of results that a type shows in its own way. */
const RESULT_TITLES: Readonly<Record<string, string>> = { sql: 'Rows', mcp: 'Result' };

function isSetCookie({ name }: { readonly name: string }): boolean {
  return name.toLowerCase() === 'set-cookie';
}

function testCount(send: Shown): string | number {
  const tests = testsOf(send);
  return tests.length === 0 ? 0 : `${tests.filter(({ passed }) => passed).length} of ${tests.length}`;
}

function lineCount({ scripts }: Shown): number {
  return scripts.reduce((sum, { console: lines, error }) => sum + lines.length + (error === null ? 0 : 1), 0);
}
