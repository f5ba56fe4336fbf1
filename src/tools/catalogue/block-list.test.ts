import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { TestExchange } from '../../../test/helpers/interception.ts';
import { toolServices } from '../../../test/helpers/tools.ts';
import { blockList } from './block-list.ts';
import { ToolSet } from '../tool-set.ts';

const home = temporaryHome();

async function send(rule: Readonly<Record<string, unknown>>) {
  const set = new ToolSet(toolServices(), [blockList]);
  set.upsert('blockList', { name: 'ads', ...rule });
  const exchange = new TestExchange();
  const hook = set.hooks.exchange?.(exchange.flow);
  const verdict = await hook?.request(exchange);
  return { set, recorded: hook?.recorded, verdict, flow: exchange.flow };
}

test('responds with a status, and a sentence that names the rule', async () => {
  const { verdict, recorded, flow } = await send({});
  expect(verdict).toEqual({
    type: 'respond',
    response: {
      status: 403,
      reason: '',
      fields: [['Content-Type', 'text/plain; charset=utf-8']],
      body: Buffer.from('The rule "ads" of the Block List refuses this.\n'),
    },
  });
  expect(recorded).toBe(true);
  expect(flow.tags).toEqual(['Block List']);
});

test('responds with the body of the rule', async () => {
  const file = join(home.path, 'gone.txt');
  writeFileSync(file, 'gone');
  const texts = ['gone', { text: 'gone' }, { base64: 'Z29uZQ==' }, { file }];
  for (const body of texts)
    expect((await send({ status: 410, body })).verdict).toMatchObject({
      response: { status: 410, body: Buffer.from('gone') },
    });
});

test('blocks even when its body file is missing', async () => {
  const file = join(home.path, 'none');
  const { verdict, flow } = await send({ body: { file } });
  expect(verdict).toMatchObject({ type: 'respond', response: { status: 403 } });
  expect(flow.matchedRules[0]?.note).toBe(`the file ${file} cannot be read: there is no such file`);
});

test('closes the connection', async () => {
  const { verdict } = await send({ action: 'reset' });
  expect(verdict).toEqual({
    type: 'abort',
    how: 'reset',
    reason: 'The rule "ads" of the Block List refuses this.',
  });
});

test('forwards requests unrecorded', async () => {
  const { verdict, recorded } = await send({ action: 'none', hide: true });
  expect([verdict, recorded]).toEqual([{ type: 'forward' }, false]);
});

test.each([
  [{}, { type: 'refuse', status: 403 }, true],
  [{ status: 451 }, { type: 'refuse', status: 451 }, true],
  [{ status: 200 }, { type: 'refuse', status: 403 }, true],
  [{ action: 'reset' }, { type: 'abort', how: 'reset' }, true],
  [{ action: 'none', hide: true }, { type: 'open' }, false],
])('a tunnel: %j', async (rule, verdict, recorded) => {
  const { set } = await send(rule);
  const flow = capturedFlow({ request: null });
  expect(set.hooks.tunnel?.(flow)).toMatchObject({ verdict, recorded });
  expect(flow.tags).toEqual(['Block List']);
});
