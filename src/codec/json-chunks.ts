// The JSON of a body: one value, one value per line, a list of values, or the data of server-sent events.
import { fields, type Fields } from '../base/json-fields.ts';

/** Most chunks that are read of a stream. */
const MAX_CHUNKS = 100_000;

export interface JsonChunks {
  readonly values: readonly Fields[];
  readonly isStream: boolean;
}

/** Returns the chunks of a text; null when it is not JSON. With `isCut`, its last line may be incomplete. */
export function chunksOf(text: string, isCut: boolean): JsonChunks | null {
  const trimmed = text.trim();
  if (/^(?:event|data|id|retry)?:/.test(trimmed)) return { values: eventData(trimmed), isStream: true };
  const whole = parsed(trimmed);
  if (Array.isArray(whole)) return { values: whole.slice(0, MAX_CHUNKS).map(fields), isStream: true };
  if (whole !== undefined) return { values: [fields(whole)], isStream: false };
  const lines = trimmed.split('\n').slice(0, MAX_CHUNKS);
  const values = lines.map((line) => (line.startsWith('{') ? parsed(line) : undefined));
  const last = isCut || lines.length > 1 ? values.slice(0, -1) : values;
  if (last.length === 0 || last.includes(undefined)) return null;
  return { values: values.filter((value) => value !== undefined).map(fields), isStream: true };
}

/** Returns the data of the events that are JSON; others, such as `[DONE]`, are left out. */
function eventData(text: string): readonly Fields[] {
  const values: Fields[] = [];
  let data: string[] = [];
  const take = (): void => {
    const value = data.length === 0 ? undefined : parsed(data.join('\n'));
    if (value !== undefined) values.push(fields(value));
    data = [];
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') take();
    else if (line.startsWith('data:')) data.push(line.slice(line.charAt(5) === ' ' ? 6 : 5));
    if (values.length >= MAX_CHUNKS) break;
  }
  take();
  return values;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
