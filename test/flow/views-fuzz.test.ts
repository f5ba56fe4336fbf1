// Every view over mutated bodies: none throws, each returns plain data of a bounded size, and the same for
// the same bytes. FUZZ_SEED and FUZZ_COUNT choose other bodies, or repeat one.
import { expect, test } from 'vitest';
import { views, type TreeNode, type View } from '../../src/flow/views/index.ts';
import { seeded, type Random } from '../fuzz/random.ts';
import { sampleBodies, type SampleBody } from '../helpers/bodies.ts';
import { scaled } from '../helpers/scale.ts';

const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1);
const count = scaled({ quick: 300, full: 3000 }, 'FUZZ_COUNT');
const isWhole = process.env['FUZZ_COUNT'] === undefined;
const MAX_SHOWN = 5;
/** The size limit of a view: a factor for each byte of its input, and a constant. */
const MAX_CHARS_A_BYTE = 400;
const MAX_CHARS_BESIDES = 20_000;

/** Seeds that found a bug. */
const KEPT: readonly number[] = [];

test.each(views)('$id', ({ id, view, matches }) => {
  const failures: string[] = [];
  const seeds = isWhole ? [...KEPT] : [];
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) seeds.push(seed);
  const own = sampleBodies.filter((sample) => sample.view === id);
  const outcomes: Outcomes = { errors: 0, shown: 0 };
  for (const seed of seeds) {
    const random = seeded(seed);
    // Mostly bodies of the type that the view is made for.
    const sample = random.pick(random.oneIn(4) ? sampleBodies : own);
    const { bytes, context } = spoilt(sample, random);
    const failure = errorOf(
      () => {
        matches(bytes, context);
        return view(bytes, context);
      },
      outcomes,
      bytes.length + context.url.length + JSON.stringify(context.headers).length,
    );
    if (failure !== null) failures.push(`FUZZ_SEED=${seed} FUZZ_COUNT=1: ${failure}`);
  }
  expect(failures.slice(0, MAX_SHOWN)).toEqual([]);
  expect(outcomes.shown + outcomes.errors).toBe(seeds.length);
  if (isWhole) expect(outcomes.shown).toBeGreaterThan(count / 100);
});

interface Outcomes {
  shown: number;
  errors: number;
}

function errorOf(show: () => View, outcomes: Outcomes, size: number): string | null {
  try {
    const shown = show();
    outcomes[shown.error === null ? 'shown' : 'errors'] += 1;
    const again = show();
    const json = JSON.stringify(shown);
    if (json !== JSON.stringify(again)) return 'shown differently the second time';
    if (json.length > size * MAX_CHARS_A_BYTE + MAX_CHARS_BESIDES)
      return `${json.length} chars for ${size} bytes`;
    if (shown.type === 'unreadable' && shown.error === null) return 'unreadable without a reason';
    return shown.type === 'tree' ? misplaced(shown.nodes, size) : null;
  } catch (error) {
    return `thrown: ${error instanceof Error ? String(error.stack) : String(error)}`;
  }
}

function misplaced(nodes: readonly TreeNode[], size: number): string | null {
  for (const { label, offset, size: length, children } of nodes) {
    if (offset !== null && offset + (length ?? 0) > size)
      return `${label} stands at ${offset} of ${size} bytes`;
    const inner = misplaced(children, size);
    if (inner !== null) return inner;
  }
  return null;
}

function spoilt({ bytes, context }: SampleBody, random: Random): Pick<SampleBody, 'bytes' | 'context'> {
  let text = bytes.toString('latin1');
  for (let left = random.pick([0, 1, 1, 1, 2, 3, 8]); left > 0; left -= 1)
    text = random.pick(MUTATIONS)(text, random);
  const contentType = random.oneIn(8) ? spoiltText(context.contentType, random) : context.contentType;
  const url = random.oneIn(4) ? spoiltText(context.url, random) : context.url;
  const headers = context.headers.map(({ name, value }) => ({
    name,
    value: random.oneIn(2) ? spoiltText(value, random) : value,
  }));
  return {
    bytes: Buffer.from(text, 'latin1'),
    context: {
      ...context,
      contentType,
      url,
      headers,
      complete: !random.oneIn(4),
      side: random.pick(['request', 'response']),
    },
  };
}

function spoiltText(text: string, random: Random): string {
  return random.pick(MUTATIONS)(text, random);
}

type Mutation = (text: string, random: Random) => string;

const SPECIAL = [
  '\0',
  '\xff',
  '\x7f',
  '\x80',
  '<',
  '>',
  '"',
  "'",
  '\\',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  ':',
  ',',
  '%',
  '=',
  '&',
  '.',
  '\r\n',
  '--',
  '$',
  '@',
];

const MUTATIONS: readonly Mutation[] = [
  (text, random) => replaced(text, random, 1, String.fromCharCode(random.int(256))),
  (text, random) => replaced(text, random, 1, random.pick(SPECIAL)),
  (text, random) => replaced(text, random, 0, random.pick(SPECIAL).repeat(1 + random.int(40))),
  (text, random) => replaced(text, random, 1 + random.int(8), ''),
  (text, random) => text.slice(0, random.int(text.length + 1)),
  (text, random) => text.slice(random.int(text.length + 1)),
  (text, random) => {
    const from = random.int(text.length + 1);
    return replaced(text, random, 0, text.slice(from, from + random.int(30)).repeat(1 + random.int(5)));
  },
  (text, random) => replaced(text, random, 4, '\xff\xff\xff\x7f'),
];

function replaced(text: string, random: Random, length: number, by: string): string {
  const at = random.int(text.length + 1);
  return text.slice(0, at) + by + text.slice(at + length);
}
