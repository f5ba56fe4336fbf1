import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BLOCK_BYTES, type Block } from './block.ts';
import { CaptureBudget, LOSS } from './capture-budget.ts';
import { BodyCapture } from './body-capture.ts';

const KIB = 1024;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
let folder = '';
const budgets: CaptureBudget[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-budget-'));
});

afterEach(() => {
  for (const budget of budgets.splice(0)) budget.close();
  rmSync(folder, { recursive: true, force: true });
});

function budgetOf(
  memoryBytes: number,
  maxBodyBytes = Infinity,
  spillPath = join(folder, 'spill'),
  diskBytes = Infinity,
): CaptureBudget {
  const budget = new CaptureBudget({ maxBodyBytes, memoryBytes, diskBytes, spillPath });
  budgets.push(budget);
  return budget;
}

/** Adds a body of random bytes in chunks of this size. */
function addBody(
  budget: CaptureBudget,
  size: number,
  piece = 4 * KIB,
): { readonly body: BodyCapture; readonly sent: Buffer } {
  const body = new BodyCapture(budget);
  const sent = randomBytes(size);
  for (let at = 0; at < size; at += piece) body.add(Buffer.from(sent.subarray(at, at + piece)));
  return { body, sent };
}

/** Waits until this many bytes are in memory. */
async function inMemory(bodies: readonly BodyCapture[], max: number): Promise<void> {
  while (bodies.reduce((sum, body) => sum + body.inMemory, 0) > max) await sleep(2);
}

describe('within the budget', () => {
  test('writes no file', async () => {
    const { body, sent } = addBody(budgetOf(64 * KIB), 64 * KIB);
    await sleep(5);
    expect(body.inMemory).toBe(64 * KIB);
    expect(body.bytes().equals(sent)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('past the budget', () => {
  test('spills the oldest bodies to a file, and reads them back unchanged', async () => {
    const budget = budgetOf(64 * KIB);
    const bodies = Array.from({ length: 20 }, () => addBody(budget, 10 * KIB));
    await inMemory(
      bodies.map(({ body }) => body),
      64 * KIB,
    );
    expect(bodies[0]?.body.inMemory).toBe(0);
    expect(bodies.at(-1)?.body.inMemory).toBe(10 * KIB);
    for (const { body, sent } of bodies) {
      expect(body.bytes().equals(sent)).toBe(true);
      expect([body.size, body.omitted]).toEqual([10 * KIB, 0]);
    }
  });

  test('spills a body larger than the budget while it grows, at once or over time', async () => {
    const budget = budgetOf(64 * KIB);
    const atOnce = addBody(budget, 4096 * KIB);
    const overTime = { body: new BodyCapture(budget), sent: randomBytes(1024 * KIB) };
    for (let at = 0; at < overTime.sent.length; at += 16 * KIB) {
      overTime.body.add(Buffer.from(overTime.sent.subarray(at, at + 16 * KIB)));
      if (at % (64 * KIB) === 0) await sleep(0);
    }
    await inMemory([atOnce.body, overTime.body], 64 * KIB);
    for (const { body, sent } of [atOnce, overTime]) expect(body.bytes().equals(sent)).toBe(true);
  });

  test('does not mix bodies that grow alternately', async () => {
    const budget = budgetOf(32 * KIB);
    const bodies = Array.from({ length: 8 }, () => ({
      body: new BodyCapture(budget),
      sent: randomBytes(200 * KIB),
    }));
    for (let at = 0; at < 200 * KIB; at += 5000) {
      for (const { body, sent } of bodies) body.add(Buffer.from(sent.subarray(at, at + 5000)));
      if (at % 3 === 0) await sleep(0);
    }
    // Read while they are written, and afterwards.
    for (const { body, sent } of bodies) expect(body.bytes().equals(sent)).toBe(true);
    await inMemory(
      bodies.map(({ body }) => body),
      32 * KIB,
    );
    for (const { body, sent } of bodies) expect(body.bytes().equals(sent)).toBe(true);
  });

  test('does not count dropped bodies', async () => {
    const budget = budgetOf(64 * KIB);
    const first = addBody(budget, 40 * KIB);
    budget.release(first.body);
    budget.release(first.body);
    const second = addBody(budget, 40 * KIB);
    await sleep(5);
    expect([first.body.inMemory, second.body.inMemory]).toEqual([40 * KIB, 40 * KIB]);
    expect(existsSync(join(folder, 'spill'))).toBe(false);
  });

  test('does not exceed the limit of a body', async () => {
    const budget = budgetOf(8 * KIB, 100 * KIB);
    const { body, sent } = addBody(budget, 300 * KIB);
    await inMemory([body], 8 * KIB);
    expect([body.size, body.omitted]).toEqual([300 * KIB, 200 * KIB]);
    expect(body.bytes().equals(sent.subarray(0, 100 * KIB))).toBe(true);
  });
});

describe('the file', () => {
  test.skipIf(process.platform === 'win32')('has no name while it is open', async () => {
    const budget = budgetOf(KIB);
    const { body } = addBody(budget, 100 * KIB);
    await inMemory([body], KIB);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is removed when the budget is closed; its bodies are lost without errors', async () => {
    const budget = budgetOf(KIB);
    const { body } = addBody(budget, 100 * KIB);
    await inMemory([body], KIB);
    budget.close();
    budget.close();
    expect(readdirSync(folder)).toEqual([]);
    expect(body.bytes().length).toBeLessThanOrEqual(KIB);
  });

  test('can be closed during writes', async () => {
    const budget = budgetOf(KIB);
    const { body, sent } = addBody(budget, 1000 * KIB);
    budget.close();
    await inMemory([body], 1000 * KIB);
    expect(sent.subarray(0, body.bytes().length).equals(body.bytes())).toBe(true);
    while (readdirSync(folder).length > 0) await sleep(2);
  });

  test('that cannot be created loses the bytes, and nothing else', async () => {
    const budget = budgetOf(KIB, Infinity, join(folder, 'no-such-folder', 'spill'));
    const { body } = addBody(budget, 100 * KIB);
    await inMemory([body], 8 * KIB);
    expect(body.size).toBe(100 * KIB);
    expect(body.omitted).toBeGreaterThan(90 * KIB);
    expect(body.bytes().length).toBe(100 * KIB - body.omitted);
  });

  test('reuses the space of dropped bodies, and never overwrites others', async () => {
    const budget = budgetOf(KIB);
    const bodies: { readonly body: BodyCapture; readonly sent: Buffer }[] = [];
    for (let round = 0; round < 10; round += 1) {
      for (let n = 0; n < 10; n += 1) {
        const added = addBody(budget, 1000 + 577 * ((round * 7 + n * 3) % 11));
        if (n % 3 === 0) bodies.push(added);
        else budget.release(added.body);
      }
      await inMemory(
        bodies.map(({ body }) => body),
        KIB,
      );
      collect();
      await sleep(1);
    }
    for (const { body, sent } of bodies) expect(body.bytes().equals(sent)).toBe(true);
  });

  test('is never an existing file', async () => {
    const path = join(folder, 'spill');
    writeFileSync(path, 'precious');
    const { body } = addBody(budgetOf(KIB, Infinity, path), 100 * KIB);
    await inMemory([body], 8 * KIB);
    expect(readFileSync(path, 'utf8')).toBe('precious');
  });
});

describe('the ceiling of the file', () => {
  const spillPath = (): string => join(folder, 'spill');

  test('drops the oldest bodies, which say so, and keeps the others', async () => {
    const budget = budgetOf(32 * KIB, Infinity, spillPath(), 100 * KIB);
    const bodies: { readonly body: BodyCapture; readonly sent: Buffer }[] = [];
    for (let n = 0; n < 40; n += 1) {
      bodies.push(addBody(budget, 10 * KIB));
      await inMemory(
        bodies.map(({ body }) => body),
        32 * KIB,
      );
    }
    const unspilled = bodies.filter(({ body }) => body.loss === null);
    expect(unspilled).toEqual(bodies.slice(-unspilled.length));
    expect(unspilled.length).toBeGreaterThanOrEqual(10);
    expect(unspilled.length).toBeLessThanOrEqual(13);
    for (const { body, sent } of unspilled) expect(body.bytes().equals(sent)).toBe(true);
    const [oldest] = bodies;
    expect(oldest?.body.loss).toBe(LOSS.overBudget);
    expect([oldest?.body.bytes().length, oldest?.body.omitted]).toEqual([0, 10 * KIB]);
  });

  test('a body larger than it loses its bytes, and drops no other', async () => {
    const budget = budgetOf(20 * KIB, Infinity, spillPath(), 50 * KIB);
    const small = addBody(budget, 10 * KIB);
    const large = addBody(budget, 200 * KIB, 100 * KIB);
    await inMemory([small.body, large.body], 20 * KIB);
    expect(large.body.loss).toBe(LOSS.overBudget);
    expect([small.body.loss, small.body.bytes().equals(small.sent)]).toEqual([null, true]);
    await inMemory([addBody(budget, 15 * KIB).body], 20 * KIB);
  });

  test('can be lowered and raised', async () => {
    const budget = budgetOf(KIB, Infinity, spillPath(), 0);
    const lost = addBody(budget, 10 * KIB);
    expect(lost.body.loss).toBe(LOSS.overBudget);
    budget.resize({ maxBodyBytes: Infinity, memoryBytes: KIB, diskBytes: 100 * KIB });
    const keptBody = addBody(budget, 10 * KIB);
    await inMemory([keptBody.body], KIB);
    expect([keptBody.body.loss, keptBody.body.bytes().equals(keptBody.sent)]).toEqual([null, true]);
  });

  test('frees the room of dropped bodies for later ones', async () => {
    const budget = budgetOf(KIB, Infinity, spillPath(), 64 * KIB);
    let last = addBody(budget, 10 * KIB);
    for (let n = 0; n < 100; n += 1) {
      last = addBody(budget, KIB * (1 + (n % 20)));
      await inMemory([last.body], KIB);
    }
    expect([last.body.loss, last.body.bytes().equals(last.sent)]).toEqual([null, true]);
  });
});

describe('a block', () => {
  test('is reused after its last holder releases it', () => {
    const budget = budgetOf(10 * BLOCK_BYTES);
    const block = budget.takeBlock();
    expect(block.bytes).toHaveLength(BLOCK_BYTES);
    block.references += 1;
    budget.releaseBlock(block);
    expect(budget.takeBlock()).not.toBe(block);
    budget.releaseBlock(block);
    expect(budget.takeBlock()).toBe(block);
    expect(block.references).toBe(1);
  });

  test('shares no memory with other blocks', () => {
    const budget = budgetOf(3 * BLOCK_BYTES + 100);
    const blocks = Array.from({ length: 8 }, () => budget.takeBlock());
    for (const [n, { bytes }] of blocks.entries()) bytes.fill(n);
    for (const [n, { bytes }] of blocks.entries()) expect(bytes.every((byte) => byte === n)).toBe(true);
  });

  test('is released when its bytes have been spilled', async () => {
    const budget = budgetOf(2 * BLOCK_BYTES);
    const body = new BodyCapture(budget);
    const sent: Buffer[] = [];
    const seen = new Set<Block>();
    for (let n = 0; n < 40; n += 1) {
      const block = budget.takeBlock();
      seen.add(block);
      const bytes = randomBytes(BLOCK_BYTES);
      bytes.copy(block.bytes);
      sent.push(bytes);
      body.addPart(block, 0, 1000);
      body.addPart(block, 1000, BLOCK_BYTES);
      budget.releaseBlock(block);
      await inMemory([body], 2 * BLOCK_BYTES);
    }
    expect(seen.size).toBeLessThan(10);
    expect(body.bytes().equals(Buffer.concat(sent))).toBe(true);
  });

  test('is released when its body has been garbage-collected', async () => {
    const budget = budgetOf(100 * BLOCK_BYTES);
    const block = budget.takeBlock();
    useAndRelease(budget, block);
    budget.releaseBlock(block);
    expect(block.references).toBe(1);
    while (block.references > 0) {
      collect();
      await sleep(2);
    }
    expect(budget.takeBlock()).toBe(block);
  });

  function useAndRelease(budget: CaptureBudget, block: Block): void {
    const body = new BodyCapture(budget);
    body.addPart(block, 0, 10);
    budget.release(body);
  }
});
