// Checks the answers that were made of an API description against the schemas of their responses. An answer that was
// made of a schema and does not fit it is made again; an example of the authors is theirs, and is named.
import { isObject } from '../../base/is-object.ts';
import { requestsOf, type Collection } from '../../collections/model/collection.ts';
import type { Example } from '../../collections/model/example.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import type { ApiOperation } from '../../documents/openapi/document.ts';
import { mediaOf } from '../../interchange/import/openapi/body.ts';
import { ApiAnswers } from '../answers/index.ts';
import { identified } from '../operations/list.ts';

export interface AnswerReport {
  /** The number of answers that were compared with a schema. */
  readonly checked: number;
  /** The number of answers for which there was no time. */
  readonly unchecked: number;
  /** Bodies that fit, by the ids of the examples whose bodies do not. */
  readonly repaired: readonly (readonly [exampleId: string, body: string])[];
  /** The number of answers that do not fit and stay as they are, and the first of them. */
  readonly wrong: number;
  readonly named: readonly WrongAnswer[];
}

export interface WrongAnswer {
  /** For example `GET /pets 200 A pet`. */
  readonly name: string;
  readonly detail: string;
}

const MAX_NAMED = 100;
const MAX_MS = 60_000;

/** `collection`: the one that an import makes of the document. */
export function answerReport(root: JsonObject, collection: Collection): AnswerReport {
  const answers = new ApiAnswers(root);
  const operations = new Map(
    identified(answers.contract.document).map(({ id, operation }) => [id, operation]),
  );
  const report = {
    checked: 0,
    unchecked: 0,
    repaired: [] as [string, string][],
    wrong: 0,
    named: [] as WrongAnswer[],
  };
  const end = Date.now() + MAX_MS;
  for (const { request } of requestsOf(collection.items)) {
    const operation = operations.get(request.id);
    if (operation === undefined) continue;
    for (const example of request.examples) {
      const schema = schemaOf(example, operation, answers);
      if (schema === undefined) continue;
      if (Date.now() > end) {
        report.unchecked += 1;
        continue;
      }
      report.checked += 1;
      const wrong = violationIn(example, schema, answers);
      if (wrong === null) continue;
      const made = isGiven(example, operation, answers) ? null : answers.made(schema, example.id);
      if (made?.fits === true) report.repaired.push([example.id, JSON.stringify(made.value, null, 2)]);
      else {
        report.wrong += 1;
        const name = `${operation.method} ${operation.path} ${example.status} ${example.name}`;
        if (report.named.length < MAX_NAMED) report.named.push({ name, detail: wrong });
      }
    }
  }
  return report;
}

/** Returns undefined for an example that is not compared: its body is not JSON, or has variables. */
function schemaOf(example: Example, operation: ApiOperation, answers: ApiAnswers): unknown {
  const type = contentTypeOf(example);
  if (!/[/+]json\b/i.test(type) || example.base64 || example.body.includes('{{')) return undefined;
  return answers.schemaOf(operation, example.status, type);
}

/** Says what is wrong with a body; null for one that fits. */
function violationIn({ body }: Example, schema: unknown, answers: ApiAnswers): string | null {
  if (body === '') return 'there is no body';
  try {
    const [violation] = answers.contract.valueViolations(schema, JSON.parse(body));
    return violation?.detail ?? null;
  } catch {
    return 'the body is not valid JSON';
  }
}

/** True for an example that the description gives. */
function isGiven(example: Example, operation: ApiOperation, { contract }: ApiAnswers): boolean {
  const response = contract.responseOf(operation, example.status);
  const type = contentTypeOf(example);
  const media = mediaOf(response?.['content'], contract.document).find(([name]) => name === type)?.[1] ?? {};
  return media['example'] !== undefined || isObject(media['examples']);
}

function contentTypeOf({ headers }: Example): string {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
}
