import { afterEach, expect, test } from 'vitest';
import { TestExchange } from '../../../../test/helpers/interception.ts';
import { atWork } from '../../../../test/helpers/tool-at-work.ts';
import { scriptEnvironment } from './environment.ts';
import { scripting } from './index.ts';

afterEach(() => {
  delete process.env['PROXYCTL_ENV_KEY'];
});

test('only what is meant for scripts, under its own name', () => {
  const variables = { PROXYCTL_ENV_KEY: 'k', PROXYCTL_ENV_EMPTY: '', PROXYCTL_HOME: '/h', PATH: '/bin' };
  expect(scriptEnvironment(variables)).toEqual({ KEY: 'k', EMPTY: '' });
});

test('a script reads it', async () => {
  process.env['PROXYCTL_ENV_KEY'] = 'secret';
  const code = 'function onRequest(c, u, request) { request.headers.k = `${env.KEY} ${env.PATH}` }';
  const { running, matches, mark } = atWork(scripting, [{ code, timeoutMs: 10_000 }]);
  const exchange = new TestExchange();
  await running.request?.(exchange, matches, mark);
  expect(exchange.request.fields).toContainEqual(['k', 'secret undefined']);
  await running.close?.();
});
