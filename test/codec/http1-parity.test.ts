// Our codec against Node's strict parser, over mutated messages: we refuse what Node refuses, what we refuse
// beyond that has its section in an RFC, and what both accept they frame alike. DIFFERENTIAL_SEED and
// DIFFERENTIAL_COUNT choose other messages, or repeat one.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { EXCEPTIONS, LAX, STRICTER } from '../fuzz/exceptions.ts';
import { NEXT_REQUEST, NEXT_RESPONSE, REQUESTS, RESPONSES } from '../fuzz/messages.ts';
import { mutated } from '../fuzz/mutate.ts';
import { readWithNode } from '../fuzz/node-parser.ts';
import { readWithOurs } from '../fuzz/our-parser.ts';
import type { Direction, Outcome } from '../fuzz/outcome.ts';
import { pieces, seeded, type Random } from '../fuzz/random.ts';
import { isFull, scaled } from '../helpers/scale.ts';

const firstSeed = Number(process.env['DIFFERENTIAL_SEED'] ?? 1);
const count = scaled({ quick: 3000, full: 30_000 }, 'DIFFERENTIAL_COUNT');
const isWhole = process.env['DIFFERENTIAL_COUNT'] === undefined;
const MAX_SHOWN = 5;

test.each(['request', 'response'] as const)('mutated %ss', (type) => {
  const tally = new Tally();
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) compareOne(type, seed, tally);
  process.stdout.write(`${type}s: ${tally.toString()}\n`);
  expect(tally.failures.slice(0, MAX_SHOWN)).toEqual([]);
  expect(tally.compared).toBe(count);
  if (!isWhole) return;
  expect(tally.bothAccept).toBeGreaterThan(count / 10);
  expect(tally.bothRefuse).toBeGreaterThan(count / 5);
  // An exception that is listed but never met may be unnecessary.
  if (isFull) expect(tally.unused(type)).toEqual([]);
});

test.each(LAX)('%s: Node takes what must be refused: %j %j', (_rfc, direction, text) => {
  const bytes = Buffer.from(text, 'latin1');
  expect(readWithNode(bytes, direction).messages).toHaveLength(1);
  expect(readWithOurs([bytes], direction)).toMatchObject({ messages: [], ending: { type: 'refused' } });
});

/** Statistics of the run, so that a run that compared nothing fails. */
class Tally {
  compared = 0;
  /** Streams in which both parsers found the same messages, at least one. */
  bothAccept = 0;
  bothRefuse = 0;
  readonly failures: string[] = [];
  readonly used = new Map<string, number>();

  use(name: string): void {
    this.used.set(name, (this.used.get(name) ?? 0) + 1);
  }

  unused(type: Direction['type']): string[] {
    const names = [
      ...EXCEPTIONS.filter(({ directions }) => directions.includes(type)).map(({ what }) => what),
      ...STRICTER.filter(({ directions }) => directions.includes(type)).map(({ reason }) => String(reason)),
    ];
    return names.filter((name) => !this.used.has(name));
  }

  toString(): string {
    return `${this.compared} compared, ${this.bothAccept} accepted by both, ${this.bothRefuse} refused by both`;
  }
}

function compareOne(type: Direction['type'], seed: number, tally: Tally): void {
  const random = seeded(seed);
  const direction: Direction =
    type === 'request' ? { type } : { type, method: random.oneIn(6) ? 'HEAD' : 'GET' };
  const message = mutated(random.pick(type === 'request' ? REQUESTS : RESPONSES), random);
  const next = type === 'request' ? NEXT_REQUEST : NEXT_RESPONSE;
  const text = random.oneIn(4) ? message : message + next;
  tally.compared += 1;
  try {
    const failure = compare(text, direction, random, tally, EXCEPTIONS.length);
    if (failure !== null) tally.failures.push(report(seed, text, failure));
  } catch (error) {
    tally.failures.push(
      report(seed, text, `thrown: ${error instanceof Error ? error.stack : String(error)}`),
    );
  }
}

function report(seed: number, text: string, failure: string): string {
  return `DIFFERENTIAL_SEED=${seed} DIFFERENTIAL_COUNT=1: ${JSON.stringify(text)}\n${failure}`;
}

/** Compares the two results; null when they agree as far as they must. */
function compare(
  text: string,
  direction: Direction,
  random: Random,
  tally: Tally,
  left: number,
): string | null {
  const bytes = Buffer.from(text, 'latin1');
  const ours = readWithOurs([bytes], direction);
  const split = readWithOurs(pieces(bytes, random), direction);
  if (summary(split) !== summary(ours)) return `in pieces: ${summary(split)}\nwhole: ${summary(ours)}`;
  const node = readWithNode(bytes, direction);
  const agreed = agreedUpTo(ours, node, direction, tally);
  if (agreed === null) return null;
  const [before, disputed] = [text.slice(0, agreed), text.slice(agreed)];
  for (const { what, directions, without } of EXCEPTIONS) {
    const rest = directions.includes(direction.type) ? without(disputed) : disputed;
    if (rest === disputed || left === 0) continue;
    tally.use(what);
    return compare(before + rest, direction, random, tally, left - 1);
  }
  return `ours: ${JSON.stringify(ours)}\nNode: ${JSON.stringify(node)}`;
}

/** Compares the messages; null when they agree, otherwise the offset of the first difference. */
function agreedUpTo(ours: Outcome, node: Outcome, { type }: Direction, tally: Tally): number | null {
  const longer = Math.max(ours.messages.length, node.messages.length);
  let alike = 0;
  while (alike < longer && isDeepStrictEqual(ours.messages[alike], node.messages[alike])) alike += 1;
  const offset = ours.messages[alike - 1]?.end ?? 0;
  if (alike < ours.messages.length) return offset;
  if (alike < node.messages.length) return isStricter(ours, type, tally) ? null : offset;
  if (alike > 0) tally.bothAccept += 1;
  // An incomplete head or body is refused when the connection ends, if not before.
  if (node.ending.type === 'refused') {
    if (ours.ending.type === 'refused') tally.bothRefuse += 1;
    return ours.ending.type === 'clean' ? offset : null;
  }
  return ours.ending.type !== 'refused' || isStricter(ours, type, tally) ? null : offset;
}

/** True when we refuse a message that Node accepts, for a reason that an RFC gives. */
function isStricter({ ending }: Outcome, type: Direction['type'], tally: Tally): boolean {
  if (ending.type !== 'refused') return false;
  const listed = STRICTER.find(
    ({ directions, reason }) => directions.includes(type) && reason.test(ending.reason),
  );
  if (listed !== undefined) tally.use(String(listed.reason));
  return listed !== undefined;
}

/** The reason of a refusal may depend on how much has arrived. */
function summary({ messages, ending }: Outcome): string {
  return JSON.stringify([messages, ending.type]);
}
