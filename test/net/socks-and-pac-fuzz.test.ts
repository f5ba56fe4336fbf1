// Mutated SOCKS conversations, PAC files and PAC results: parsing never throws, and its result is bounded and
// does not depend on how the bytes are split. FUZZ_SEED and FUZZ_COUNT choose another run, or repeat one.
import { expect, test } from 'vitest';
import { SocksClient, type ClientOutcome } from '../../src/codec/socks/client.ts';
import { hostOf } from '../../src/codec/socks/address.ts';
import { SocksServer, type SocksOutcome } from '../../src/codec/socks/server.ts';
import { pacScript } from '../../src/net/proxy-routes/pac/pac-script.ts';
import { readPacResult } from '../../src/net/proxy-routes/pac/pac-result.ts';
import { mutated } from '../fuzz/mutate.ts';
import { pieces, seeded, type Random } from '../fuzz/random.ts';
import { PAC_FILES, SOCKS_CLIENTS, SOCKS_PROXIES } from '../fuzz/socks-messages.ts';
import { scaled } from '../helpers/scale.ts';

const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1);
const wanted = process.env['FUZZ_COUNT'];
const count = scaled({ quick: 1000, full: 5000 }, 'FUZZ_COUNT');
const SECOND = 1000;
/** Each PAC file starts a QuickJS: by default there are fewer of them. */
const pacCount = scaled({ quick: 30, full: 300 }, 'FUZZ_COUNT');

/** Seeds that once found a bug. */
const KEPT: readonly number[] = [];

const seeds = (max: number): number[] => [
  ...KEPT,
  ...Array.from({ length: max }, (_, index) => firstSeed + index),
];

function named<T>(seed: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new Error(`FUZZ_SEED=${seed} FUZZ_COUNT=1`, { cause: error });
  }
}

test('SOCKS clients', { timeout: (60 + count / 100) * SECOND }, () => {
  const tally = new Map<string, number>();
  for (const seed of seeds(count)) {
    const random = seeded(seed);
    const bytes = message(SOCKS_CLIENTS, random);
    const whole = named(seed, () => serve([bytes], random.oneIn(2)));
    const split = named(seed, () => serve(pieces(bytes, random), whole.guarded));
    named(seed, () => expect(shown(split)).toEqual(shown(whole)));
    named(seed, () => checkServed(whole, bytes));
    tally.set(whole.outcome.type, (tally.get(whole.outcome.type) ?? 0) + 1);
  }
  process.stdout.write(`SOCKS clients: ${JSON.stringify(Object.fromEntries(tally))}\n`);
  if (wanted === undefined)
    for (const type of ['more', 'connect', 'refused']) expect(tally.get(type)).toBeGreaterThan(count / 50);
});

test('SOCKS proxies', { timeout: (60 + count / 100) * SECOND }, () => {
  const tally = new Map<string, number>();
  for (const seed of seeds(count)) {
    const random = seeded(seed);
    const bytes = message(SOCKS_PROXIES, random);
    const version = random.oneIn(3) ? 4 : 5;
    const outcome = named(seed, () => asked(pieces(bytes, random), version, random.oneIn(2)));
    if (outcome.type === 'error') named(seed, () => expect(outcome.reason).toMatch(/^[\x20-\x7e]{5,120}$/));
    tally.set(outcome.type, (tally.get(outcome.type) ?? 0) + 1);
  }
  process.stdout.write(`SOCKS proxies: ${JSON.stringify(Object.fromEntries(tally))}\n`);
  if (wanted === undefined)
    for (const type of ['more', 'open', 'error']) expect(tally.get(type)).toBeGreaterThan(count / 100);
});

test('PAC answers', { timeout: (60 + count / 100) * SECOND }, () => {
  for (const seed of seeds(count)) {
    const random = seeded(seed);
    const text = mutated('PROXY a.test:3128; SOCKS5 [2001:db8::1]:1080; HTTPS b.test; DIRECT', random);
    const result = named(seed, () => readPacResult(text, null));
    if ('error' in result) continue;
    expect(result.routes.length).toBeGreaterThan(0);
    for (const route of result.routes) {
      if (route.type === 'direct') continue;
      named(seed, () => expect(route.proxy.host).toMatch(/^[!-~]+$/));
      named(seed, () => expect(route.proxy.port > 0 && route.proxy.port < 65_536).toBe(true));
    }
  }
});

test('PAC files', { timeout: (60 + pacCount / 10) * SECOND, tags: ['full'] }, async () => {
  const tally = new Map<string, number>();
  for (const seed of seeds(pacCount)) {
    const random = seeded(seed);
    const type = await runPac(mutated(random.pick(PAC_FILES), random), seed);
    tally.set(type, (tally.get(type) ?? 0) + 1);
  }
  process.stdout.write(`PAC files: ${JSON.stringify(Object.fromEntries(tally))}\n`);
  if (wanted === undefined)
    expect([...tally.keys()].sort()).toEqual(expect.arrayContaining(['answer', 'error']));
});

async function runPac(text: string, seed: number): Promise<string> {
  const script = await pacScript(text);
  if ('type' in script) {
    expect(script.reason, `FUZZ_SEED=${seed} FUZZ_COUNT=1`).toMatch(/^[^\0-\x1f\x7f-\x9f]{5,400}$/);
    return script.type;
  }
  const outcome = script.run('https://www.a.test/', 'www.a.test', {});
  script.dispose();
  return outcome.type;
}

function message(list: readonly string[], random: Random): Buffer {
  const text = random.oneIn(20) ? noise(random) : mutated(random.pick(list), random);
  return Buffer.from(text, 'latin1');
}

function noise(random: Random): string {
  const start = random.pick(['', '\x05', '\x04', '\x05\xff', '\x04\x01\0\x50']);
  return start + Array.from({ length: random.int(600) }, () => String.fromCharCode(random.int(256))).join('');
}

/** The reason of a refusal may depend on how much has arrived. */
function shown({ answers, outcome }: Served): unknown {
  return [answers, outcome.type === 'refused' ? outcome.type : outcome];
}

interface Served {
  readonly guarded: boolean;
  readonly answers: string;
  readonly outcome: SocksOutcome;
}

/**
 * Returns the reply to a client whose bytes arrive in these chunks, and the bytes after its request, joined.
 */
function serve(parts: readonly Buffer[], guarded: boolean): Served {
  const server = new SocksServer(guarded ? (name, secret) => name.length > 0 && secret.length > 0 : null);
  let answers = '';
  let outcome: SocksOutcome = { type: 'more' };
  for (const [index, part] of parts.entries()) {
    if (part.length === 0) continue;
    const step = server.read(part);
    answers += step.reply.toString('latin1');
    outcome = step.outcome;
    if (outcome.type === 'connect') {
      outcome = { ...outcome, rest: Buffer.concat([outcome.rest, ...parts.slice(index + 1)]) };
      break;
    }
    if (outcome.type === 'refused') break;
  }
  return { guarded, answers, outcome };
}

function checkServed({ answers, outcome }: Served, bytes: Buffer): void {
  expect(answers.length).toBeLessThanOrEqual(14);
  // No SOCKS message is longer: a longer one is refused.
  if (outcome.type === 'more') expect(bytes.length).toBeLessThan(1100);
  if (outcome.type !== 'connect') return;
  expect(hostOf(outcome.destination.host)).toBe(outcome.destination.host);
  expect(outcome.destination.port).toBeGreaterThan(0);
  expect(bytes.subarray(bytes.length - outcome.rest.length).equals(outcome.rest)).toBe(true);
}

function asked(parts: readonly Buffer[], version: 4 | 5, logsIn: boolean): ClientOutcome {
  const account = logsIn ? { username: 'anna', password: 'pw' } : null;
  const client = new SocksClient(version, { host: 'a.test', port: 80 }, account);
  expect(client.start().length).toBeLessThan(600);
  let outcome: ClientOutcome = { type: 'more' };
  for (const part of parts) {
    const step = client.read(part);
    outcome = step.outcome;
    expect(step.send.length).toBeLessThan(600);
    if (outcome.type !== 'more') break;
  }
  return outcome;
}
