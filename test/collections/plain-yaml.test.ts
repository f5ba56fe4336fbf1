// The fast reader of our files gives what the whole parser gives, or nothing: over the files of workspaces made from
// the corpus, and over changes of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CORE_SCHEMA, load } from 'js-yaml';
import { beforeAll, expect, test } from 'vitest';
import { collectionFiles } from '../../src/collections/storage/collection-files.ts';
import { parsePlainYaml } from '../../src/documents/plain-yaml.ts';
import { writeYaml } from '../../src/documents/yaml.ts';
import { importContent } from '../../src/interchange/import/index.ts';
import { seeded, type Random } from '../fuzz/random.ts';
import { corpus } from '../helpers/corpus.ts';
import { scaled } from '../helpers/scale.ts';

const CHANGES = scaled({ quick: 4000, full: 200_000 }, 'PLAIN_YAML_COUNT');
/** Pieces that have a meaning in YAML, or that come near it. */
const SYNTAX = `- : # " ' \\ | |- |+ > |2 [ ] { } [] {} , &a *a ! !!str % @ \` ? <<: ~ = ... --- \\u00e9 \\x41 "\\/"`;
const WORDS =
  'null true False yes no 0 00 -0 0x1 0o7 1e3 1.5 .inf .nan +1 1_000 2020-01-01 __proto__ constructor';
const BLANKS = [
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\n  ',
  '\n    ',
  '\t',
  '\r',
  '\r\n',
  '- ',
  '- - ',
  ': ',
  ' #',
  'a: b',
];
const UNUSUAL = ['\ufeff', '\u0085', '\u00a0', '\u2028', '\ud800', '😀', '\0', '\u007f', 'é: '];
const PIECES = [...SYNTAX.split(' '), ...WORDS.split(' '), ...BLANKS, ...UNUSUAL];

let texts: readonly string[] = [];

beforeAll(() => {
  const files = ['postman', 'insomnia', 'openapi', 'har']
    .map((part) => join(corpus, part))
    .flatMap((path) => readdirSync(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  texts = files.flatMap((file) => {
    try {
      const { collections, environments } = importContent(readFileSync(file), file);
      return [
        ...collections.flatMap((each) => [...collectionFiles(each)].map(({ text }) => text)),
        ...environments.map((each) => writeYaml(each)),
      ];
    } catch {
      // A file that is broken on purpose.
      return [];
    }
  });
});

function whole(text: string): { readonly value: unknown } | null {
  try {
    return { value: load(text, { schema: CORE_SCHEMA, maxDepth: 200, maxAliases: 100 }) };
  } catch {
    return null;
  }
}

test('the files of workspaces are read alike, nearly all of them fast', () => {
  expect(texts.length).toBeGreaterThan(100);
  let fast = 0;
  for (const text of texts) {
    const value = parsePlainYaml(text);
    if (value === undefined) continue;
    fast += 1;
    if (!isDeepStrictEqual({ value }, whole(text)))
      expect.fail(`it is read differently: ${JSON.stringify(text)}`);
  }
  expect(fast / texts.length).toBeGreaterThan(0.9);
});

test('of changed files, what is read fast is read alike', () => {
  const random = seeded(7);
  const short = texts.filter(({ length }) => length < 3000);
  let fast = 0;
  for (let at = 0; at < CHANGES; at += 1) {
    let text = random.pick(short);
    for (let count = random.int(3); count >= 0; count -= 1) text = changed(text, random);
    const value = parsePlainYaml(text);
    if (value === undefined) continue;
    fast += 1;
    if (!isDeepStrictEqual({ value }, whole(text)))
      expect.fail(`it is read differently: ${JSON.stringify(text)}`);
  }
  expect(fast / CHANGES).toBeGreaterThan(0.1);
});

function changed(text: string, random: Random): string {
  const at = random.int(text.length + 1);
  const lines = text.split('\n');
  const line = random.int(lines.length);
  switch (random.int(5)) {
    case 0:
      return text.slice(0, at) + random.pick(PIECES) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + random.int(4));
    case 2:
      return text.slice(0, at) + random.pick(PIECES) + text.slice(at + 1 + random.int(4));
    case 3:
      return lines.toSpliced(line, 1, `${' '.repeat(random.int(5))}${lines[line]!.trimStart()}`).join('\n');
    default:
      return lines.toSpliced(line, random.int(2), lines[random.int(lines.length)]!).join('\n');
  }
}
