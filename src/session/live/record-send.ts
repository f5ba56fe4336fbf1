// Records a send that has ended in the history: an entry, and its response as the channel shows it.
import { isUtf8 } from 'node:buffer';
import type { Environment } from '../../collections/model/environment.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import { shownEvent, type Channel } from '../channels/channel.ts';
import type { HistoryEntry } from '../history/entries.ts';
import type { ClientHistory } from '../history/index.ts';
import type { ResponseRecord } from '../history/response-files.ts';
import { maskedFields } from '../settings/masked-fields.ts';
import { bodySlice, MAX_SLICE } from './response.ts';
import type { SecretMask } from './secret-mask.ts';

/** Bytes of a body that are stored. */
const MAX_BODY = 32 * 1024 * 1024;
/** Events that are stored, and characters of them. */
const MAX_EVENTS = 2000;
const MAX_EVENT_CHARS = 4 * 1024 * 1024;
const MAX_URL = 8192;

type Shown = Readonly<Record<string, unknown>>;

interface SentFrom {
  readonly request: SavedRequest;
  readonly environment: Environment | null;
}

/** Resolves when the send is on its way to the disk. Never rejects. */
export async function recordSend(
  channel: Channel,
  { request, environment }: SentFrom,
  mask: SecretMask,
  history: ClientHistory,
): Promise<void> {
  const events = shownEvents(channel, mask);
  const end = events.shown.at(-1) ?? {};
  const response = (end['response'] ?? null) as EndResponse | null;
  const entry: HistoryEntry = {
    id: channel.id,
    kind: 'send',
    time: channel.startedAt,
    name: request.name,
    request: request.id,
    environment: environment?.name ?? null,
    ...sentLine(end, events.shown, request.method),
    status: response?.status ?? 0,
    size: response?.size ?? 0,
    ms: Number(end['ms'] ?? 0),
    outcome: end['outcome'] as HistoryEntry['outcome'],
    reason: (end['reason'] as string | null | undefined) ?? null,
    tests: testsIn(end),
    requests: { total: 1, failed: end['outcome'] === 'received' ? 0 : 1 },
  };
  const body = response === null ? null : await storedBody(channel, mask).catch(() => Buffer.alloc(0));
  const stored = response === null || body === null ? null : record(entry, response, body, events);
  history.sent(entry, stored, sentFields(request, mask));
}

/** Returns a request as it was on the screen, without its id and examples, and with secrets masked. */
function sentFields({ id: _id, examples: _examples, ...fields }: SavedRequest, mask: SecretMask): object {
  return mask.values(maskedFields(fields)) as object;
}

interface EndResponse {
  readonly status: number;
  readonly size: number;
  readonly isPartial: boolean;
  readonly body: { readonly size: number; readonly isText: boolean };
}

interface ShownEvents {
  readonly shown: readonly Shown[];
  readonly omitted: number;
}

function record(
  entry: HistoryEntry,
  { body: { size, isText }, isPartial }: EndResponse,
  body: Buffer,
  { shown, omitted }: ShownEvents,
): ResponseRecord {
  return {
    summary: { ...entry, bodySize: body.length, fullBodySize: size, isText, isPartial },
    end: shown.at(-1) ?? {},
    events: shown.slice(0, -1),
    omittedEvents: omitted,
    body,
  };
}

/** Returns the method and the URL of a send; one that was stopped early shows what it began with. */
function sentLine(
  end: Shown,
  events: readonly Shown[],
  typedMethod: string,
): Pick<HistoryEntry, 'method' | 'url'> {
  const { method = typedMethod, url = '' } = (
    'url' in end ? end : (events.find(({ step }) => step === 'begun') ?? {})
  ) as { readonly method?: string; readonly url?: string };
  return { method, url: url.slice(0, MAX_URL) };
}

function testsIn({ tests }: Shown): HistoryEntry['tests'] {
  const all = (tests ?? []) as readonly { readonly passed: boolean; readonly skipped: boolean }[];
  const passed = all.filter((test) => test.passed).length;
  return { passed, failed: all.filter((test) => !test.passed && !test.skipped).length };
}

/**
 * Returns the events of a channel, the end last, without progress, pages for signing in, and messages beyond the bound.
 */
function shownEvents(channel: Channel, mask: SecretMask): ShownEvents {
  const { events, missed } = channel.read(0, Infinity);
  const shown: Shown[] = [];
  let [chars, omitted] = [0, missed];
  for (const event of events) {
    if (event.type === 'message' && (shown.length >= MAX_EVENTS || chars > MAX_EVENT_CHARS)) {
      omitted += 1;
      continue;
    }
    if (event.type === 'page') continue;
    const { channel: _, ...fields } = mask.values(shownEvent(channel, event)) as Shown;
    if (fields['step'] === 'body') continue;
    chars += event.size;
    shown.push(fields);
  }
  return { shown, omitted };
}

/** Resolves with the body, cut where it is too large, and with secrets masked that were set meanwhile. */
async function storedBody(channel: Channel, mask: SecretMask): Promise<Buffer> {
  const slices: Buffer[] = [];
  for (let offset = 0; offset < MAX_BODY;) {
    const { bytes, total } = await bodySlice(channel, offset, Math.min(MAX_SLICE, MAX_BODY - offset));
    slices.push(bytes);
    offset += bytes.length;
    if (bytes.length === 0 || offset >= total) break;
  }
  return mask.bytes(wholeCharacters(Buffer.concat(slices)));
}

/** Returns bytes without the beginning of a character at the end, where that makes them text. */
function wholeCharacters(bytes: Buffer): Buffer {
  const cut = [0, 1, 2, 3].find((count) => isUtf8(bytes.subarray(0, bytes.length - count)));
  return bytes.subarray(0, bytes.length - (cut ?? 0));
}
