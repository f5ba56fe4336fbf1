// Repaired responses over mutated messages: they have the meaning that Node's lenient parser finds too, and what we
// write in their place has the same meaning for its strict one. DIFFERENTIAL_SEED and DIFFERENTIAL_COUNT choose other
// messages, or repeat one.
import { expect, test } from 'vitest';
import { bodyReader } from '../../src/codec/http1/body.ts';
import { REPAIR_RULES, type Repair } from '../../src/codec/http1/repair.ts';
import { receivedHead } from '../../src/codec/http1/received-head.ts';
import { EXCEPTIONS } from '../fuzz/exceptions.ts';
import { RESPONSES } from '../fuzz/messages.ts';
import { mutated } from '../fuzz/mutate.ts';
import { readWithNode } from '../fuzz/node-parser.ts';
import { seeded } from '../fuzz/random.ts';

const firstSeed = Number(process.env['DIFFERENTIAL_SEED'] ?? 1);
const count = Number(process.env['DIFFERENTIAL_COUNT'] ?? 30_000);
const MAX_SHOWN = 5;

interface Repaired {
  readonly status: number;
  readonly body: string;
  /** The message as it is forwarded. */
  readonly wire: Buffer;
  readonly rules: readonly string[];
}

/** Reads the first message; null unless it was complete and repaired. */
function repaired(bytes: Buffer): Repaired | null {
  const repairs: Repair[] = [];
  const read = receivedHead(bytes, 0, 'GET');
  if (read?.type !== 'received') return null;
  repairs.push(...read.repairs);
  const { head, end } = read;
  const reader = bodyReader(head.framing, (more) => repairs.push(...more));
  const parts: Buffer[] = [];
  const bodyEnd = reader.read(bytes, end, (from, start, stop) => parts.push(from.subarray(start, stop)));
  const isComplete = reader.done || head.framing.type === 'close';
  if (reader.violation !== null || !isComplete || repairs.length === 0) return null;
  const wire = Buffer.concat([Buffer.from(head.raw, 'latin1'), reader.wire(bytes, end, bodyEnd)]);
  const body = Buffer.concat(parts).toString('latin1');
  return { status: head.status, body, wire, rules: repairs.map(({ rule }) => rule) };
}

function disagreement(text: string, ours: Repaired): string | null {
  const node = readWithNode(Buffer.from(text, 'latin1'), { type: 'response', method: 'GET' }, true);
  const [theirs] = node.messages;
  const isSame =
    theirs === undefined || (theirs.start.startsWith(`${ours.status} `) && theirs.body === ours.body);
  const [rewritten] = readWithNode(ours.wire, { type: 'response', method: 'GET' }).messages;
  if (isSame && rewritten?.body === ours.body) return null;
  return JSON.stringify(
    { text, ours: { ...ours, wire: ours.wire.toString('latin1') }, theirs, rewritten },
    null,
    1,
  );
}

/** Takes out what Node frames differently, though it is wrong. */
function without(text: string): string {
  return EXCEPTIONS.filter(({ directions }) => directions.includes('response')).reduce(
    (left, exception) => exception.without(left),
    text
      // The same exceptions where a repair stands in the way of their patterns.
      .replace(/(?<=transfer-encoding[ \t]*:[ \t]*chunked)[ \t]+(?=\r?\n)/gi, '')
      .replace(/(?<=;)[ \t]*(\w+)[ \t]*=[ \t]*/g, '$1='),
  );
}

test('mutated responses', () => {
  const failures: string[] = [];
  const rules = new Map<string, number>();
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const random = seeded(seed);
    const text = without(mutated(random.pick(RESPONSES), random));
    const ours = repaired(Buffer.from(text, 'latin1'));
    // Node gives every 1xx but 100 a body, against RFC 9112 section 6.3.
    if (ours === null || ours.status < 200) continue;
    for (const rule of ours.rules) rules.set(rule, (rules.get(rule) ?? 0) + 1);
    const failure = disagreement(text, ours);
    if (failure !== null) failures.push(`DIFFERENTIAL_SEED=${seed} DIFFERENTIAL_COUNT=1: ${failure}`);
  }
  expect(failures.slice(0, MAX_SHOWN)).toEqual([]);
  // A run that compared nothing fails.
  if (count >= 10_000) expect([...rules.keys()].sort()).toEqual(Object.keys(REPAIR_RULES).sort());
});
