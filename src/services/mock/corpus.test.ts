// Mocks of collections and API descriptions of other people: every example is the answer to its own request, and the
// answers of descriptions fit their schemas.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../base/is-object.ts';
import { isApiDocument } from '../../documents/openapi/document.ts';
import { readContent } from '../../interchange/import/content.ts';
import { importContent, importFolder } from '../../interchange/import/index.ts';
import { requestsOf, type Collection } from '../../collections/model/collection.ts';
import type { Imported } from '../../collections/model/imported.ts';
import { Interpolator } from '../../runs/runner/interpolator.ts';
import { ApiContract } from '../../specs/contract/index.ts';
import { Scopes, valuesOf } from '../../collections/variables/scopes.ts';
import type { MockServerResponse } from './response.ts';
import { candidatesOf, type Candidate } from './candidates.ts';
import { Mock } from './index.ts';
import { startMockServer, type MockCall } from './server.ts';
import { corpus, isWholeCorpus } from '../../../test/helpers/corpus.ts';

const filesIn = (folder: string): readonly string[] =>
  existsSync(join(corpus, folder)) ? readdirSync(join(corpus, folder)).map((name) => join(folder, name)) : [];

function read(file: string): Imported | null {
  try {
    const path = join(corpus, file);
    return statSync(path).isDirectory() ? importFolder(path) : importContent(readFileSync(path), file);
  } catch {
    return null;
  }
}

const hasExamples = ({ items }: Collection): boolean =>
  [...requestsOf(items)].some(({ request }) => request.examples.length > 0);
const folders = ['postman', 'postman/codegen', 'postman/newman', 'postman-v3', 'bru', 'opencollection'];
const collections = folders
  .flatMap(filesIn)
  .filter((file) => read(file)?.collections.some(hasExamples) === true);
const descriptions = filesIn('openapi');

function mockOf(collection: Collection): { readonly mock: Mock; readonly candidates: readonly Candidate[] } {
  const scopes = new Scopes({
    globals: new Map(),
    collection: valuesOf(collection.variables),
    environment: new Map(),
  });
  const candidates = candidatesOf(collection, new Interpolator((name) => scopes.value(name)));
  return {
    mock: new Mock({ collection, environment: null, globals: [] }),
    candidates: candidates.filter(({ example }) => example.status >= 200),
  };
}

/** Returns the request that an example belongs to. */
function requestOf({ method, segments, endsWithSlash, query, headers }: Candidate) {
  const path = segments
    .map(({ template, suggestion }) => encodeURIComponent(suggestion ?? template.literals.join('any')))
    .join('/');
  const search = query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value ?? 'any')}`,
  );
  return {
    method,
    url: `/${path}${endsWithSlash && !path.endsWith('/') ? '/' : ''}${search.length === 0 ? '' : `?${search.join('&')}`}`,
    headers: Object.fromEntries(headers),
    body: null,
  };
}

function headersOf({ headers }: MockServerResponse): Record<string, string> {
  const pairs = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1] ?? '']] : [],
  );
  return Object.fromEntries(pairs) as Record<string, string>;
}

function hasOwnExamples(responses: unknown, status: number): boolean {
  const response = isObject(responses) ? (responses[String(status)] ?? responses['default']) : null;
  return /"\$ref":"#\/components\/responses|"(?:example|examples)":/.test(JSON.stringify(response ?? ''));
}

describe('a collection', () => {
  test.each(collections)('%s answers every example', (file) => {
    for (const collection of read(file)?.collections ?? []) {
      const { mock, candidates } = mockOf(collection);
      expect(candidates.length).toBeGreaterThan(0);
      for (const candidate of candidates) {
        const request = requestOf(candidate);
        const { example } = candidate;
        const chosen = mock.respond({
          ...request,
          headers: { ...request.headers, 'x-mock-response-id': example.id },
        });
        expect(chosen.exampleName).toBe(example.name);
        expect(chosen.response.status).toBe(example.status);
        // Without a choice it is an example of the same request.
        const { exampleName } = mock.respond(request);
        const same = candidates.filter((each) => each.method === candidate.method);
        expect(same.map((each) => each.example.name)).toContain(exampleName);
      }
    }
  });
});

/** The number of examples of one file that are asked for over the network. */
const MAX_SERVED = 200;
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

interface Served {
  readonly status: number;
  readonly body: string;
}

async function ask(port: number, { method, url, headers }: ReturnType<typeof requestOf>): Promise<Served> {
  const request = http.request({ port, host: '127.0.0.1', method, path: url, headers });
  request.end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() };
}

describe('over HTTP', () => {
  test.each([...collections, ...descriptions])('%s is served', async (file) => {
    for (const collection of read(file)?.collections ?? []) {
      const { mock, candidates } = mockOf(collection);
      const calls: MockCall[] = [];
      const delay = { min: 0, max: 0 };
      const server = await startMockServer(mock, {
        port: 0,
        tls: null,
        delay: () => delay,
        onCall: (call) => calls.push(call),
      });
      const asked = candidates.filter(({ method }) => http.METHODS.includes(method) && method !== 'CONNECT');
      for (const candidate of asked.slice(0, MAX_SERVED)) {
        const request = requestOf(candidate);
        const headers = { ...request.headers, 'x-mock-response-id': candidate.example.id };
        const served = await ask(server.port, { ...request, headers });
        const expected = mock.respond({ ...request, headers }).response;
        expect(served.status).toBe(candidate.example.status);
        expect(calls.at(-1)?.exampleName).toBe(candidate.example.name);
        const isBodiless = candidate.method === 'HEAD' || BODILESS.has(served.status);
        expect(served.body.length === 0).toBe(isBodiless || expected.body.length === 0);
      }
      await server.close();
    }
  });
});

describe('a description', () => {
  let checked = 0;
  test.each(descriptions)('%s gives answers that fit its schemas', (file) => {
    const document = readContent(readFileSync(join(corpus, file)), file).value();
    const [collection] = read(file)?.collections ?? [];
    if (!isApiDocument(document) || collection === undefined) throw new Error(`${file} is not a description`);
    const contract = new ApiContract(document);
    const { mock, candidates } = mockOf(collection);
    const wrong: string[] = [];
    for (const candidate of candidates) {
      const request = requestOf(candidate);
      const { match } = contract.find(request.method, request.url);
      // What the authors give as an example is answered as it is, whether it fits or not.
      if (match === null || hasOwnExamples(match.operation.fields['responses'], candidate.example.status))
        continue;
      const { response: served } = mock.respond({
        ...request,
        headers: { ...request.headers, 'x-mock-response-id': candidate.example.id },
      });
      checked += 1;
      const violations = contract.responseViolations(match, {
        status: served.status,
        headers: headersOf(served),
        body: request.method === 'HEAD' ? Buffer.alloc(0) : served.body,
      });
      wrong.push(
        ...violations.map(({ detail }) => `${request.method} ${request.url} ${served.status}: ${detail}`),
      );
    }
    expect(wrong).toEqual([]);
  });

  test('many of them were compared', () => {
    expect(checked).toBeGreaterThan(isWholeCorpus ? 300 : 50);
  });
});
