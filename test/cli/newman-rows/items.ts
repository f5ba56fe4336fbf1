// The common parts of the rows: collections and variables as files in both working directories, and comparisons.
import type { Beside, Done } from '../../helpers/newman-beside.ts';

/** A test for each row of the page, by the first column of the row. */
export type Rows = Readonly<Record<string, () => Promise<void>>>;

export const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
export const FAILS = "pm.test('one is two', () => pm.expect(1).to.equal(2));";
export const PASSES = "pm.test('one is one', () => pm.expect(1).to.equal(1));";

export const sent = ({ sent: requests }: Done): readonly string[] => requests;
export const code = ({ code: exit }: Done): number | null => exit;
export const body = (done: Done): string | undefined => done.received[0]?.body;
export const says =
  (pattern: RegExp) =>
  ({ stdout }: Done): boolean =>
    pattern.test(stdout);

export interface ItemParts {
  readonly url?: string;
  readonly test?: string;
  readonly body?: object;
}

export function itemsOf(both: Beside) {
  return {
    /** Returns an item of a collection; without `url` it is on the server of the test. */
    item: (
      name: string,
      { url = `${both.echo.url}/get?${name}`, test, body: content }: ItemParts = {},
    ): object => {
      return {
        name,
        request: { method: content === undefined ? 'GET' : 'POST', url, body: content },
        ...(test !== undefined && { event: [{ listen: 'test', script: { exec: test } }] }),
      };
    },
    collection: (name: string, ...items: readonly object[]): string =>
      both.write(`${name}.json`, { info: { name, schema: SCHEMA }, item: items }),
    variables: (
      name: string,
      scope: 'environment' | 'globals',
      values: Readonly<Record<string, string>>,
    ): string =>
      both.write(`${name}.json`, {
        id: name,
        name,
        values: Object.entries(values).map(([key, value]) => ({ key, value, enabled: true })),
        _postman_variable_scope: scope,
      }),
  };
}
