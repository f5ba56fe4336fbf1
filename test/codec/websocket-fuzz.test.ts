// Our reader of WebSocket frames against that of the `ws` package, over mutated conversations: we refuse what
// `ws` refuses, what we refuse beyond that has its section in RFC 6455, and what both accept they read alike.
// Both kinds of relays are run too; they change nothing while no tool does. WEBSOCKET_SEED and
// WEBSOCKET_COUNT choose other conversations, or repeat one.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Sender } from '../../src/codec/websocket/frame.ts';
import {
  compressedConversation,
  conversation,
  readWithOurs,
  readWithWs,
  spoilt,
  throughRelay,
  type OurHeard,
} from '../fuzz/websocket.ts';
import { pieces, seeded } from '../fuzz/random.ts';
import { scaled } from '../helpers/scale.ts';

const firstSeed = Number(process.env['WEBSOCKET_SEED'] ?? 1);
const count = scaled({ quick: 1000, full: 5000 }, 'WEBSOCKET_COUNT');
const isWhole = process.env['WEBSOCKET_COUNT'] === undefined;
const MAX_SHOWN = 5;

/** Rules that `ws` does not enforce, with the section that decides. */
const STRICTER = new Map([
  ['length', 'RFC 6455 5.2: the minimal number of bytes must be used'],
  ['after-close', 'RFC 6455 5.5.1: no data after a close'],
]);

/** Seeds that found a bug, or are the only ones of their kind. */
const KEPT: readonly number[] = [585, 1230, 8179, 13866, 39602, 43728];

interface Tally {
  compared: number;
  bothAccept: number;
  bothRefuse: number;
  readonly rules: Map<string, number>;
  readonly failures: string[];
}

test.each(['client', 'server'] as const)('what a %s says, spoilt', async (sender) => {
  const tally: Tally = { compared: 0, bothAccept: 0, bothRefuse: 0, rules: new Map(), failures: [] };
  const seeds = isWhole ? [...KEPT] : [];
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) seeds.push(seed);
  for (const seed of seeds) {
    const failure = await compareOne(sender, seed, tally);
    if (failure !== null)
      tally.failures.push(`WEBSOCKET_SEED=${seed} WEBSOCKET_COUNT=1, ${sender}: ${failure}`);
  }
  const { compared, bothAccept, bothRefuse, rules, failures } = tally;
  process.stdout.write(
    `${sender}: ${compared} compared, ${bothAccept} accepted by both, ${bothRefuse} refused by both\n`,
  );
  expect(failures.slice(0, MAX_SHOWN)).toEqual([]);
  expect(compared).toBe(seeds.length);
  if (!isWhole) return;
  expect(bothAccept).toBeGreaterThan(count / 10);
  expect(bothRefuse).toBeGreaterThan(count / 5);
  // Each rule is broken by at least one conversation.
  expect([...rules.keys()].sort()).toEqual([
    'after-close',
    'close',
    'control',
    'length',
    'mask',
    'opcode',
    'order',
    'reserved-bits',
    'text',
  ]);
});

test.each(['client', 'server'] as const)(
  'what a %s says compressed, spoilt, passes as it is',
  async (sender) => {
    let unchanged = 0;
    const last = firstSeed + Math.ceil(count / 10);
    for (let seed = firstSeed; seed < last; seed += 1) {
      const random = seeded(seed);
      const whole = compressedConversation(sender, random);
      const isSpoilt = !random.oneIn(4);
      const bytes = isSpoilt ? spoilt(whole, random) : whole;
      const cut = pieces(bytes, random);
      const passed = await throughRelay(cut, sender, 'passing', true);
      const held = await throughRelay(cut, sender, 'holding', true);
      expect(passed.bytes.equals(bytes), `WEBSOCKET_SEED=${seed}`).toBe(true);
      expect(held.error, `WEBSOCKET_SEED=${seed}`).toBe(passed.error);
      if (isSpoilt) continue;
      unchanged += 1;
      // Messages that are held and not changed keep their compressed bytes, one frame per message.
      const again = await throughRelay([held.bytes], sender, 'holding', true);
      expect(again.bytes.length).toBe(held.bytes.length);
      expect(held.error).toBeNull();
    }
    if (isWhole) expect(unchanged).toBeGreaterThan(count / 100);
  },
);

async function compareOne(sender: Sender, seed: number, tally: Tally): Promise<string | null> {
  const random = seeded(seed);
  const bytes = spoilt(conversation(sender, random), random);
  tally.compared += 1;
  try {
    const ours = readWithOurs([bytes], sender, false);
    if (ours.error !== null) tally.rules.set(ours.error, (tally.rules.get(ours.error) ?? 0) + 1);
    for (const inParts of [false, true]) {
      const cut = readWithOurs(pieces(bytes, random), sender, inParts);
      if (!isDeepStrictEqual(cut, ours))
        return `in pieces: ${JSON.stringify(cut)}\nwhole: ${JSON.stringify(ours)}`;
    }
    return (
      againstWs(bytes, sender, ours, tally) ??
      (await againstRelays(bytes, pieces(bytes, random), sender, ours))
    );
  } catch (error) {
    return `thrown: ${error instanceof Error ? String(error.stack) : String(error)}`;
  }
}

function againstWs(bytes: Buffer, sender: Sender, ours: OurHeard, tally: Tally): string | null {
  const theirs = readWithWs(bytes, sender);
  const close = theirs.messages.findIndex((message) => message.startsWith('close'));
  // `ws` stops there.
  const messages = close < 0 ? ours.messages : ours.messages.slice(0, close + 1);
  const both = `ours: ${JSON.stringify(ours)}\nws: ${JSON.stringify(theirs)}`;
  const isStricter = ours.error !== null && STRICTER.has(ours.error);
  if (isStricter && ours.messages.length < theirs.messages.length)
    return isDeepStrictEqual(messages, theirs.messages.slice(0, messages.length)) ? null : both;
  if (!isDeepStrictEqual(messages, theirs.messages)) return both;
  if (theirs.error === null) {
    if (ours.error === null) tally.bothAccept += 1;
    return ours.error === null || isStricter || close >= 0
      ? null
      : refusedLater(bytes, sender, ours)
        ? null
        : both;
  }
  if (ours.error !== null) tally.bothRefuse += 1;
  // We wait for the bytes of lengths above 2^53; `ws` examines a header before it is complete.
  const isTooLong = theirs.error === 'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH';
  const padded = readWithOurs([bytes, Buffer.alloc(16)], sender, false);
  return ours.error !== null || isTooLong || padded.error !== null ? null : both;
}

/**
 * True when `ws` would refuse it too if it examined it: it waits for the bytes of a message that is too long.
 */
function refusedLater(bytes: Buffer, sender: Sender, ours: OurHeard): boolean {
  return (
    readWithWs(Buffer.concat([bytes, Buffer.alloc(70_000)]), sender).error !== null && ours.error !== null
  );
}

async function againstRelays(
  bytes: Buffer,
  cut: readonly Buffer[],
  sender: Sender,
  ours: OurHeard,
): Promise<string | null> {
  const passed = await throughRelay(cut, sender, 'passing');
  if (!passed.bytes.equals(bytes)) return `passed on otherwise: ${passed.bytes.toString('hex')}`;
  const held = await throughRelay(cut, sender, 'holding');
  const after = readWithOurs([held.bytes], sender, false);
  if (!isDeepStrictEqual(after, ours))
    return `after being held: ${JSON.stringify(after)}\nbefore: ${JSON.stringify(ours)}`;
  if ((passed.error === null) !== (ours.error === null) || passed.error !== held.error)
    return `told: ${String(passed.error)}, ${String(held.error)}`;
  return null;
}
