// Responses that an API description promises: examples for a status and a media type, and values made from schemas.
import { isObject } from '../../base/is-object.ts';
import { SeededRandom } from '../../base/seeded-random.ts';
import type { ApiOperation } from '../../documents/openapi/document.ts';
import { randomValue } from '../../documents/openapi/random/index.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import type { Example } from '../../collections/model/example.ts';
import { examplesOf } from '../../interchange/import/openapi/responses.ts';
import { mediaOf } from '../../interchange/import/openapi/body.ts';
import { ImportContext } from '../../interchange/import/shared/import-context.ts';
import { ApiContract, statusesOf } from '../contract/index.ts';

/** The number of values that are made until one fits its schema. */
const ATTEMPTS = 12;
/** The maximum number of responses whose examples are remembered. */
const MAX_REMEMBERED = 5000;

/** A made value; `fits` is false where none was found that fits the schema. */
export interface MadeValue {
  readonly value: unknown;
  readonly fits: boolean;
}

export class ApiAnswers {
  readonly contract: ApiContract;
  readonly #examples = new Map<string, readonly Example[]>();

  /** Throws an Error that says what is wrong with the document as a whole. */
  constructor(root: JsonObject) {
    this.contract = new ApiContract(root);
  }

  /** Returns the examples for a status, which a range or the default response may stand for; empty without one. */
  examples(operation: ApiOperation, status: number): readonly Example[] {
    const key = `${operation.method} ${operation.path} ${status}`;
    const known = this.#examples.get(key);
    if (known !== undefined) return known;
    const response = this.contract.responseOf(operation, status);
    const responses = response === null ? {} : { [status]: response };
    const examples = examplesOf(responses, this.contract.document, new ImportContext(), key);
    if (this.#examples.size >= MAX_REMEMBERED) this.#examples.clear();
    this.#examples.set(key, examples);
    return examples;
  }

  /** Returns the example with the name that the document gives it; the statuses in their order where none is given. */
  named(operation: ApiOperation, name: string, status: number | null): Example | null {
    const statuses = status === null ? usualStatuses(operation) : [status];
    for (const each of statuses) {
      const response = this.contract.responseOf(operation, each);
      for (const [type, media] of mediaOf(response?.['content'], this.contract.document)) {
        const examples = isObject(media['examples']) ? media['examples'] : {};
        if (!Object.hasOwn(examples, name)) continue;
        const only = { ...media, example: undefined, examples: { [name]: examples[name] } };
        const responses = { [each]: { ...response, content: { [type]: only } } };
        const [example] = examplesOf(responses, this.contract.document, new ImportContext(), name);
        if (example !== undefined) return { ...example, name };
      }
    }
    return null;
  }

  /** Returns the schema of a body; undefined without one. */
  schemaOf(operation: ApiOperation, status: number, mediaType: string | null): unknown {
    const response = this.contract.responseOf(operation, status);
    const [type = ''] = (mediaType ?? '').toLowerCase().split(';', 1);
    const found = mediaOf(response?.['content'], this.contract.document).find(
      ([name]) => name.toLowerCase().split(';', 1)[0]!.trim() === type.trim(),
    );
    return found?.[1]['schema'];
  }

  /** Makes a value for a schema, the same for the same seed; null where the schema has none. */
  made(schema: unknown, seed: string): MadeValue | null {
    let last: MadeValue | null = null;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const random = new SeededRandom(attempt === 0 ? seed : `${seed} ${attempt}`);
      const value = randomValue(schema, this.contract.document.references, random, 'response');
      if (value === undefined) continue;
      const fits = this.contract.valueViolations(schema, value).length === 0;
      if (fits) return { value, fits };
      last ??= { value, fits };
    }
    return last;
  }
}

/** Returns the statuses of an operation, successes first; a range is its first status. */
function usualStatuses(operation: ApiOperation): readonly number[] {
  const all = statusesOf(operation).map((key) =>
    key === 'default' ? 500 : Number(key.replaceAll(/xx$/gi, '00')),
  );
  const isSuccess = (status: number): boolean => status >= 200 && status < 300;
  const valid = all.filter((status) => Number.isInteger(status));
  return [...valid.filter(isSuccess), ...valid.filter((status) => !isSuccess(status))];
}
