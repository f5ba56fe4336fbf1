import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { methods } from './index.ts';

test.each(methods)('$name has a summary and schemas that can be written as JSON Schema', (method) => {
  expect(method.summary).toMatch(/^[A-Z].*[^.]$/);
  expect(method.faces.length).toBeGreaterThan(0);
  const params = z.toJSONSchema(method.params, { io: 'input' });
  expect(params).toMatchObject({ type: 'object', additionalProperties: false });
  expect(() => z.toJSONSchema(method.result, { io: 'output' })).not.toThrow();
});

test('methods whose effect can be undone are not destructive', () => {
  const names = methods.filter(({ effect }) => effect === 'destructive').map(({ name }) => name);
  expect(names).toEqual([
    'clear_session',
    'delete_rule',
    'ui.delete_requests',
    'ui.import_rules',
    'ui.delete_kept_session',
    'delete_collection',
    'delete_request',
    'delete_variable',
    'client.delete_responses',
    'client.delete_history',
  ]);
});

test('listing the methods loads no engine', () => {
  const watch = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context); } });`;
  const list = JSON.stringify(new URL('index.ts', import.meta.url).href);
  const loaded = execFileSync(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(watch)}`, '--eval', `import(${list})`],
    { encoding: 'utf8' },
  );
  expect(loaded).toContain('/src/session/methods/index.ts');
  expect(loaded).not.toMatch(/\/src\/(?:proxy|net|certs|control|session\/engine|tools\/tool-set)/);
});
