// Violations by endpoint and kind, with their count and the first requests.
import { expect, test } from 'vitest';
import { ContractCollector, violationText } from './contract.ts';

const broken = (endpoint: string, ...details: readonly string[]) => ({ endpoint, call: endpoint, details });

test('one kind of an endpoint is one violation, whatever its ids and positions are', () => {
  const collector = new ContractCollector();
  for (let id = 1; id <= 30; id += 1)
    collector.add(
      broken(
        'GET /users/{id}',
        `response 200: body/${id}/name must be string`,
        `response 200: body/${id + 1}/name must be string`,
        `body must NOT have additional properties: f47ac10b-58cc-4372-a567-0e02b2c3d4${id + 10}`,
      ),
      id,
    );
  const [first, second, ...others] = collector.result().map(violationText);
  expect(others).toEqual([]);
  expect(first).toBe(
    'GET /users/{id}: response 200: body/*/name must be string (30 requests: 1, 2, 3, 4, 5, …)',
  );
  expect(second).toContain('additional properties: * (30 requests:');
});

test('paths that are not described are one where they differ only in names', () => {
  const collector = new ContractCollector();
  const names = Array.from({ length: 30 }, (_, at) => `${'abcdefghij'[at % 10]}${'xyz'[at % 3]}ra`);
  for (const [at, name] of names.entries())
    collector.add(broken(`GET a.test/people/${name}`, 'the path is not documented'), at + 1);
  expect(collector.result()).toMatchObject([{ endpoint: 'GET a.test/people/{peopleId}', count: 30 }]);
});

test('the violations of an endpoint stand together, the most frequent first', () => {
  const collector = new ContractCollector();
  collector.add(broken('GET /a', 'one'), 1);
  collector.add(broken('GET /b', 'two'), 2);
  collector.add(broken('GET /a', 'three'), 3);
  collector.add(broken('GET /a', 'three'), 4);
  expect(collector.result().map(violationText)).toEqual([
    'GET /a: three (2 requests: 3, 4)',
    'GET /a: one (request 1)',
    'GET /b: two (request 2)',
  ]);
});
