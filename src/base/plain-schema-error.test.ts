import { expect, test } from 'vitest';
import { z } from 'zod';
import { plainSchemaError } from './plain-schema-error.ts';

const step = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('delay'), ms: z.int().min(0).max(1000) }),
  z.strictObject({
    type: z.literal('send'),
    request: z.string().min(1),
    op: z.enum(['equals', 'less']).optional(),
  }),
]);
const schema = z.strictObject({
  name: z.string(),
  tag: z
    .string()
    .regex(/^[^,]*$/, 'a tag without a comma')
    .optional(),
  isOn: z.boolean().default(true),
  steps: z.array(step).max(2).default([]),
  target: z.union([z.string(), z.strictObject({ host: z.string(), port: z.number() })]).optional(),
});

const reasonOf = (value: unknown): string =>
  plainSchemaError(schema.safeParse(value, { reportInput: true }).error!.issues).reason;

test.each([
  [{}, 'name is missing: give a text'],
  [{ name: 5 }, 'name is a number: give a text'],
  [{ name: null }, 'name is empty: give a text'],
  [{ name: 'a', isOn: 'yes' }, 'isOn is a text: give true or false'],
  [{ name: 'a', steps: {} }, 'steps is an object: give a list'],
  [{ name: 'a', steps: [{ type: 'delay', ms: 'x' }] }, 'steps[0].ms is a text: give a number'],
  [{ name: 'a', steps: [{ type: 'delay', ms: -1 }] }, 'steps[0].ms is -1: give a number of at least 0'],
  [{ name: 'a', steps: [{ type: 'delay', ms: 2000 }] }, 'steps[0].ms is 2000: give a number of at most 1000'],
  [{ name: 'a', steps: [{ type: 'send', request: '' }] }, 'steps[0].request is empty: give a text'],
  [
    { name: 'a', steps: [{ type: 'snd' }] },
    'steps[0].type is "snd": give one of delay, send (did you mean send?)',
  ],
  [{ name: 'a', steps: [{ ms: 5 }] }, 'steps[0].type is missing: give one of delay, send'],
  [
    { name: 'a', steps: [{ type: 'send', request: 'a', op: 'equal' }] },
    'steps[0].op is "equal": give one of equals, less (did you mean equals?)',
  ],
  [{ name: 'a', steps: [{ type: 'send', request: 'a', more: 1 }] }, 'steps[0].more: there is no such field'],
  [{ name: 'a', target: { host: 'a', port: 'b' } }, 'target.port is a text: give a number'],
  [{ name: 'a', target: 5 }, 'target is a number: give a text or names with values'],
  [{ name: 'a', tag: 'a,b' }, 'tag is not valid: give a tag without a comma'],
  [[], 'it is a list: give names with values'],
])('%j', (value, reason) => {
  expect(reasonOf(value)).toBe(reason);
});

test('an unknown field is named beside those that there are', () => {
  const names = Array.from({ length: 42 }, (_, at) => `field${at}`);
  const of = (known: readonly string[], value: object): string => {
    const shape = Object.fromEntries(known.map((name) => [name, z.string().optional()]));
    const strict = z.strictObject(shape, { error: () => known.join(' ') });
    return plainSchemaError(strict.safeParse(value).error!.issues, ['headers', 0]).reason;
  };
  expect(of(['name', 'value'], { nmae: 'a' })).toBe(
    'headers[0].nmae: there is no such field (did you mean name?). There are name, value',
  );
  expect(of(['name', 'auth'], { authorization: 'a' })).toContain('(did you mean auth?)');
  expect(of(['username'], { user: 'a' })).toContain('(did you mean username?)');
  expect(of(['name'], { zzzzzz: 'a' })).toBe('headers[0].zzzzzz: there is no such field. There are name');
  expect(of(names, { other: 'a' })).toMatch(/field39 and 2 more$/);
});

test('a value that may be secret is not shown', () => {
  expect(reasonOf({ name: ['s3cret'] })).toBe('name is a list: give a text');
});
