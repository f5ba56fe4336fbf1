import { afterEach, expect, test } from 'vitest';
import { TestExchange } from '../../../../test/helpers/interception.ts';
import { startTool } from '../../../../test/helpers/started-tool.ts';
import { scriptEnvironment } from './environment.ts';
import { scripting } from './index.ts';

afterEach(() => {
  delete process.env['PROXYCTL_ENV_KEY'];
});

test('passes only variables for scripts, without their prefix', () => {
  const variables = { PROXYCTL_ENV_KEY: 'k', PROXYCTL_ENV_EMPTY: '', PROXYCTL_HOME: '/h', PATH: '/bin' };
  expect(scriptEnvironment(variables)).toEqual({ KEY: 'k', EMPTY: '' });
});

test('a script can read them', async () => {
  process.env['PROXYCTL_ENV_KEY'] = 'secret';
  const code = 'function onRequest(c, u, request) { request.headers.k = `${env.KEY} ${env.PATH}` }';
  const { running, matches, recordMatch } = startTool(scripting, [{ code, timeoutMs: 10_000 }]);
  const exchange = new TestExchange();
  await running.request?.(exchange, matches, recordMatch);
  expect(exchange.request.fields).toContainEqual(['k', 'secret undefined']);
  await running.close?.();
});
