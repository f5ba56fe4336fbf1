// Collections run here as they do in Newman: its own ones, those of others, those of other formats after an import, and
// small ones for single behaviours.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postman } from '../../src/interchange/export/postman/index.ts';
import { importContent } from '../../src/interchange/import/index.ts';
import { collectionFields, type Collection } from '../../src/collections/model/collection.ts';
import { NewmanParity } from '../helpers/newman-parity.ts';
import { OWN_COLLECTIONS } from '../helpers/parity-collections.ts';
import { sampled } from '../helpers/scale.ts';
import { corpus } from '../helpers/corpus.ts';

const collections = join(corpus, 'postman/newman');
const ENDING = '.postman_collection.json';

let parity: NewmanParity;
beforeAll(async () => {
  parity = await NewmanParity.start();
});
afterAll(() => parity[Symbol.asyncDispose]());

describe('collections of Newman', () => {
  const names = readdirSync(collections).filter((name) => name.endsWith(ENDING));

  test('are there', () => expect(names.length).toBeGreaterThan(15));

  test.each(sampled(names, 1))('%s', async (name) => {
    const stem = join(collections, name.slice(0, -ENDING.length));
    await parity.same({
      collection: parity.overHttp(readFileSync(join(collections, name)), name),
      environment: existing(`${stem}.postman_environment.json`),
      data: existing(`${stem}.postman_data.json`) ?? existing(`${stem}.postman_data.csv`),
    });
  });
});

/** Broken on purpose; or with OAuth 2.0, whose tokens Newman does not request. */
const LEFT_OUT = /malformed|invalid|yaak-auth/;
const OTHERS = readdirSync(dirname(collections), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.json') && !name.startsWith('newman') && !LEFT_OUT.test(name),
);

describe('collections of others', () => {
  test.each(sampled(OTHERS, 2))('%s', async (name) => {
    const collection = parity.overHttp(readFileSync(join(dirname(collections), name)), basename(name));
    const environment = parity.hostsFor(collection);
    await parity.same({ collection, environment, data: null });
  });
});

/** With delays; or with OAuth 2.0, whose tokens Newman does not request. */
const UNCOMPARED = /httpbin|petstore|invalid-3\.0-no-title/;
const COMMANDS = join(dirname(collections), '../curl/curl-commands.json');

/** Returns the collections in a file of another format; none in one that is refused. */
function converted(file: string): readonly Collection[] {
  try {
    return importContent(readFileSync(file), file).collections.filter(({ items }) => items.length > 0);
  } catch {
    return [];
  }
}

const CONVERTED = ['insomnia', 'openapi', 'har']
  .map((part) => join(dirname(collections), '..', part))
  .flatMap((part) => readdirSync(part, { encoding: 'utf8' }).map((name) => join(part, name)))
  .filter((file) => !UNCOMPARED.test(file))
  .flatMap((file) =>
    converted(file).map((collection) => [`${basename(file)}: ${collection.name}`, collection] as const),
  );

async function sameWhenExported(collection: Collection): Promise<void> {
  const { text } = postman.write(collection, { environment: null });
  const exported = parity.overHttp(Buffer.from(text), 'exported.json');
  await parity.same({ collection: exported, environment: parity.hostsFor(exported), data: null });
}

describe('collections of other formats, exported for Newman', () => {
  test.each(sampled(CONVERTED, 1))('%s', { timeout: 60_000 }, (_, collection) =>
    sameWhenExported(collection),
  );

  test('cURL commands', { timeout: 120_000, tags: ['full'] }, async () => {
    const commands = Object.values(
      JSON.parse(readFileSync(COMMANDS, 'utf8')) as Readonly<Record<string, string>>,
    );
    const requests = commands.flatMap((command) => {
      try {
        return importContent(Buffer.from(command), 'command.txt').requests;
      } catch {
        return [];
      }
    });
    expect(requests.length).toBeGreaterThan(40);
    for (const request of requests)
      await sameWhenExported({
        ...collectionFields.parse({ id: 'c' }),
        items: [{ kind: 'request', request }],
      });
  });
});

describe('other collections', () => {
  test.each(sampled(Object.entries(OWN_COLLECTIONS), 2))('%s', async (name, { collection, data }) => {
    await parity.same({
      collection: parity.write(`${name}.json`, collection),
      environment: null,
      data: data === undefined ? null : parity.write(`${name}-data.json`, data),
    });
  });
});

function existing(path: string): string | null {
  return existsSync(path) ? path : null;
}
