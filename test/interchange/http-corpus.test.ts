// Files of requests that others have written: all are read, the number of requests is that of a count which knows
// nothing of the parser, and an export means the same again.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requestsOf, type Collection } from '../../src/collections/model/collection.ts';
import { httpFile } from '../../src/interchange/export/http-file/index.ts';
import { importContent } from '../../src/interchange/import/index.ts';
import { readImportFile } from '../../src/interchange/files/import-file.ts';
import { readHttpFile } from '../../src/documents/http-file/index.ts';
import { corpus, isWholeCorpus } from '../helpers/corpus.ts';

const ROOT = join(corpus, 'http');
const files = (existsSync(ROOT) ? readdirSync(ROOT, { recursive: true, withFileTypes: true }) : [])
  .filter((entry) => entry.isFile() && /\.(?:http|rest)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => readFileSync(path, 'utf8').trim() !== '');

const METHOD =
  /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|GRAPHQL|GRPC|WEBSOCKET|WS|SSE|MQTT|AMQP|KAFKA)[ \t]+\S|^(?:get|post|put|patch|delete|Get|Post|Put|Delete)[ \t]+(?:https?:|\{\{)/;
const WITHOUT_METHOD = /^\s*(?:https?:\/\/|\/(?!\*)|curl |\{\{.*\}\}\S|[A-Z_]{3,} +\S+\s*$)/;

/** Counts lines that look like request lines, outside of scripts. */
function counted(text: string): number {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/\{%[^]*?%\}/g, '')
    .replace(/^\s*\{\{\+?@?\w*\s*$[^]*?^\s*\}\}\s*$/gm, '');
  const parts = plain.split(/^\s*###.*$/m).map((part) => {
    if (/multipart\/mixed/i.test(part)) return 1;
    const lines = part
      .split(/\r?\n/)
      .filter((line) => !/^\s*(?:$|#|\/\/|@|[<>?]|import |run |proto |gql )/.test(line));
    const named = lines.filter((line) => METHOD.test(line)).length;
    return named > 0 ? named : WITHOUT_METHOD.test(lines[0] ?? '') ? 1 : 0;
  });
  return parts.reduce((sum, count) => sum + count, 0);
}

/** Files in which the count is wrong, with the right number of requests and why. */
const UNCOUNTED: ReadonlyMap<string, number> = new Map([
  // One region has a request of a protocol that the count does not know, below another.
  ['servicex-sh-httpx/src/test/http-demo/index.http', 39],
]);

describe.skipIf(files.length === 0)(`${files.length} files`, () => {
  test.each(files.map((path) => relative(ROOT, path)))('%s', async (file) => {
    const path = join(ROOT, file);
    const text = readFileSync(path, 'utf8');
    const found = readHttpFile(text).regions.filter(({ request, curl }) => request !== null || curl !== '');
    expect(found).toHaveLength(UNCOUNTED.get(file) ?? counted(text));
    const { collections } = await readImportFile(path, { keepsFilePaths: true });
    const [collection] = collections;
    expect(namesIn(collection).length).toBeGreaterThanOrEqual(found.length);
    if (found.length === 0) return;
    const exported = httpFile.write(collection!, { environment: null });
    const again = importContent(Buffer.from(exported.text), path, { keepsFilePaths: true }).collections[0];
    expect(namesIn(again)).toEqual(namesIn(collection));
  });
});

function namesIn(collection: Collection | undefined): readonly string[] {
  return [...requestsOf(collection?.items ?? [])].map(
    ({ request }) => `${request.type} ${request.method} ${request.name}`,
  );
}

test.runIf(isWholeCorpus)('a folder of them is one collection, and every loss is a note', async () => {
  const { collections, warnings, broken } = await readImportFile(ROOT, { keepsFilePaths: true });
  const [collection] = collections.filter(({ name }) => name === 'http');
  expect([...requestsOf(collection?.items ?? [])].length).toBeGreaterThan(1150);
  // What is broken is broken on purpose, of another program, or in no dialect at all.
  expect(broken.filter((sentence) => !/is not a request line|is not of curl/.test(sentence))).toEqual([]);
  expect(warnings.length).toBeGreaterThan(100);
});
