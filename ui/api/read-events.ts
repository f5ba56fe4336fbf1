// Reads one stream of server-sent events, until it ends or falls silent.
import { request } from './client.ts';
import { eventParser, type ServerEvent } from './event-parser.ts';

/** The app sends a comment every 15 s, so a stream that stays silent for longer is dead. */
const SILENCE_MS = 40_000;

const RETRY_SECONDS = [1, 1, 2, 3, 5];

/** Returns the milliseconds to wait before an attempt, by the number of those that have failed. */
export function retryMs(attempts: number): number {
  return 1000 * RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length - 1)]!;
}

interface EventReader {
  readonly onOpen: () => void;
  /** Takes the events that arrived together; returns false to end the reading. */
  readonly onEvents: (events: readonly ServerEvent[]) => boolean;
}

/** Reads a stream after an event. Rejects when it cannot be opened, or is cut off. */
export async function readEvents(
  path: string,
  after: string,
  { onOpen, onEvents }: EventReader,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await request(path, {
      headers: { 'Last-Event-ID': after },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    onOpen();
    const parse = eventParser();
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      if (!onEvents(parse(piece))) break;
    }
  } finally {
    clearTimeout(timer);
  }
}
