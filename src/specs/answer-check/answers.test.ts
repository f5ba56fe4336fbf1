// The answers of API descriptions of other people: each fits its schema, is made again, or is named; and values made
// of their schemas fit.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requestsOf } from '../../collections/model/collection.ts';
import { readContent } from '../../interchange/import/content.ts';
import { importContent } from '../../interchange/import/index.ts';
import { ApiAnswers } from '../answers/index.ts';
import { identified } from '../operations/list.ts';
import { corpus, isWholeCorpus } from '../../../test/helpers/corpus.ts';
import { answerReport } from './answers.ts';

const histories = join(corpus, 'api-histories');
const files = [
  ...readdirSync(join(corpus, 'openapi')).map((name) => join('openapi', name)),
  ...(isWholeCorpus && existsSync(histories) ? readdirSync(histories) : []).flatMap((name) =>
    readdirSync(join(histories, name))
      .filter((file) => file.startsWith('new.'))
      .map((file) => join('api-histories', name, file)),
  ),
];

test.each(files)('%s', (file) => {
  const imported = importContent(readFileSync(join(corpus, file)), file);
  const [collection] = imported.collections;
  const root = readContent(readFileSync(join(corpus, file)), file).value() as NonNullable<
    (typeof imported.specs)[number]['root']
  >;
  const report = answerReport(root, collection!);
  const bodies = new Map(report.repaired);
  const answers = new ApiAnswers(root);
  const operations = new Map(identified(answers.contract.document).map((each) => [each.id, each.operation]));
  const wrong: string[] = [];
  let checked = 0;
  for (const { request } of requestsOf(collection!.items))
    for (const example of request.examples) {
      const operation = operations.get(request.id);
      const type = example.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
      if (operation === undefined || !/[/+]json\b/i.test(type) || example.body.includes('{{')) continue;
      const schema = answers.schemaOf(operation, example.status, type);
      if (schema === undefined) continue;
      checked += 1;
      const name = `${operation.method} ${operation.path} ${example.status} ${example.name}`;
      const fits = answers.contract.valueViolations(schema, parsed(bodies.get(example.id) ?? example.body));
      if (fits.length > 0) wrong.push(name);
      // Values of the schema fit, too.
      const made = answers.made(schema, `seed ${name}`);
      if (made !== null) expect([name, made.fits]).toEqual([name, true]);
    }
  expect([report.checked, report.unchecked]).toEqual([checked, 0]);
  expect(wrong.slice(0, 100)).toEqual(report.named.map(({ name }) => name));
  expect(report.wrong).toBe(wrong.length);
});

function parsed(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}
