// Parses server-sent events from text that arrives in pieces (WHATWG HTML, section 9.2.6).

export interface ServerEvent {
  readonly type: string;
  readonly data: string;
  /** Null for an event that has no id. */
  readonly id: string | null;
}

/** Returns a function that takes the next piece of text and returns the events that it completes. */
export function eventParser(): (piece: string) => readonly ServerEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map(readBlock).filter((event) => event !== null);
  };
}

function readBlock(block: string): ServerEvent | null {
  const fields = new Map<string, string[]>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === '') continue;
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  const data = fields.get('data');
  if (data === undefined) return null;
  return {
    type: fields.get('event')?.at(-1) ?? 'message',
    data: data.join('\n'),
    id: fields.get('id')?.at(-1) ?? null,
  };
}
