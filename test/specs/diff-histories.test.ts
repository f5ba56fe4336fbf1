// Old and new descriptions of real APIs, whose breaking changes were found by reading: exactly those are reported.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject } from '../../src/base/is-object.ts';
import type { JsonObject } from '../../src/documents/json-values.ts';
import { isApiDocument } from '../../src/documents/openapi/document.ts';
import { readContent } from '../../src/interchange/import/content.ts';
import { compareSpecs, type SpecDifference } from '../../src/specs/diff/index.ts';
import { corpus } from '../helpers/corpus.ts';

const histories = join(corpus, 'api-histories');
const isThere = existsSync(histories);

function compared(name: string): SpecDifference {
  const folder = join(histories, name);
  const version = (prefix: string): JsonObject => {
    const file = readdirSync(folder).find((each) => each.startsWith(`${prefix}.`))!;
    return readContent(readFileSync(join(folder, file)), file).value() as JsonObject;
  };
  return compareSpecs(version('old'), version('new'));
}

/** Returns a document with the keys of each object in the reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

test.each(readdirSync(join(corpus, 'openapi')).filter((name) => /\.(?:json|ya?ml)$/.test(name)))(
  'no difference by the order of keys: %s',
  { tags: ['full'] },
  (name) => {
    const document = readContent(readFileSync(join(corpus, 'openapi', name)), name).value();
    if (!isApiDocument(document)) return;
    const { changes, compared } = compareSpecs(document, reversed(document) as JsonObject);
    expect(changes).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  },
);

/** Returns the changes of a level as `GET /a: the …`, without what differs only by status. */
function shown({ changes }: SpecDifference, wanted: 'error' | 'warning'): readonly string[] {
  return changes
    .filter(({ level }) => level === wanted)
    .map(({ operation, what }) => `${operation}: ${what}`)
    .sort();
}

const gone = (operation: string): string => `${operation}: the operation was removed`;
const listed = (path: string): readonly string[] => [
  `GET ${path}: the query parameter limit has a minimum of 1`,
  `GET ${path}: the query parameter offset has a minimum of 0`,
  `GET ${path}: the response 200: articles[].body was removed`,
];

const READ: readonly (readonly [string, number, readonly string[], readonly string[]])[] = [
  [
    'eshop-catalog',
    8,
    [
      gone('PUT /api/catalog/items'),
      gone('GET /api/catalog/items/by/{name}'),
      gone('GET /api/catalog/items/withsemanticrelevance/{text}'),
      gone('GET /api/catalog/items/type/{typeId}/brand/{brandId}'),
      gone('GET /api/catalog/items/type/all/brand/{brandId}'),
    ],
    [],
  ],
  [
    'realworld',
    19,
    [
      ...listed('/articles'),
      ...listed('/articles/feed'),
      'DELETE /articles/{slug}: the response 200 was removed',
      'DELETE /articles/{slug}/comments/{id}: the response 200 was removed',
    ],
    [
      'API: the server /api was removed',
      'GET /articles: the query parameter offset has no default any more, before 0',
      'GET /articles/feed: the query parameter offset has no default any more, before 0',
      'PUT /user: the body (application/json): user.token was removed',
    ],
  ],
  [
    'openai-2023',
    23,
    [
      gone('GET /engines'),
      gone('GET /engines/{engine_id}'),
      gone('POST /engines/{engine_id}/search'),
      gone('POST /answers'),
      gone('POST /classifications'),
      'POST /completions: the body (application/json): prompt became required',
      'POST /chat/completions: the response 200: choices[].message.content was string and is string or null',
      'POST /chat/completions: the response 200: choices[].message.content became optional',
    ],
    ['POST /chat/completions: the response 200: choices[].message.role may be function'],
  ],
  [
    'bond',
    6,
    [
      gone('GET /api/link/vi/{provider}'),
      gone('DELETE /api/link/vi/{provider}'),
      gone('GET /api/link/vi/{provider}/accesstoken'),
      'POST /api/link/v1/{provider}/oauthcode: the query parameter oauthcodde was removed',
      'POST /api/link/v1/{provider}/oauthcode: the required query parameter oauthcode is new',
      'POST /api/link/v1/{provider}/oauthcode: the required query parameter state is new',
      'GET /api/link/v1/{provider}/authorization-url: it needs authorization (openid, email, profile) or googleAuth, and was open',
    ],
    [
      'GET /api/link/v1/{provider}/serviceaccount/accesstoken: the query parameter scopes has the default ["email","profile"]',
    ],
  ],
];

test.skipIf(!isThere).each(READ)('%s', { tags: ['full'] }, (name, operations, errors, warnings) => {
  const difference = compared(name);
  expect(difference).toMatchObject({ compared: operations, notCompared: [] });
  expect(shown(difference, 'error')).toEqual([...errors].sort());
  expect(shown(difference, 'warning')).toEqual([...warnings].sort());
});

test.skipIf(!isThere)(
  'an error without its message is all that a nearly equal version reports',
  { tags: ['full'] },
  () => {
    const difference = compared('box-2025.0');
    expect(shown(difference, 'error')).toEqual([]);
    const warnings = shown(difference, 'warning');
    expect(warnings.length).toBeGreaterThan(0);
    for (const each of warnings)
      expect(each).toMatch(/: the response (?:4\d\d|5\d\d|default): context_info\.message was removed$/);
  },
);

test.skipIf(!isThere)('values and properties of requests are named', { tags: ['full'] }, () => {
  const voice = shown(compared('twilio-voice-v1'), 'error');
  expect(voice).toContain(
    'POST /v1/ByocTrunks: the body (application/x-www-form-urlencoded): VoiceMethod is never PUT now',
  );
  const content = shown(compared('twilio-content-v1'), 'error');
  expect(content).toHaveLength(6);
  expect(content).toContain('POST /v1/Content: the body (application/json): types is new and required');
});

test.skipIf(!isThere)('a success, a body and a way to sign in that are gone', { tags: ['full'] }, () => {
  const errors = shown(compared('blink'), 'error');
  expect(errors).toContain('POST /auth/login: the response 200 was removed');
  expect(errors).toContain('POST /auth/refresh: it takes no body any more');
  expect(errors).toContain('POST /workspaces: it may not be called with bearerAuth any more');
});
