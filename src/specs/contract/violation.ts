// Violations of a document by a message: a sentence, and the part of the document with the value in its place.
import type { ErrorObject } from 'ajv';
import type { JsonObject } from '../../documents/json-values.ts';
import type { SchemaChecker } from './schema-checker.ts';

export interface Violation {
  /** For example `query parameter page` or `body/name`. */
  readonly location: string;
  readonly detail: string;
  /** Absent where no part of the document is broken, such as for a text that is not JSON. */
  readonly rule?: BrokenRule;
}

/** The part of the document that a message breaks. */
export interface BrokenRule {
  /** An object of the document, and the names that lead from it to the part. */
  readonly from: JsonObject;
  readonly names: readonly string[];
  /** The value of the message; undefined where something is missing. */
  readonly value: unknown;
  /** The property that is missing, or that the document does not have. */
  readonly property?: string | undefined;
}

export function violationsOf(
  checker: SchemaChecker,
  schema: unknown,
  value: unknown,
  location: string,
): readonly Violation[] {
  return checker.errors(schema, value).map((error) => {
    const from = checker.originalOf(error);
    const { params, keyword, data } = error;
    const property: unknown = params['missingProperty'] ?? params['additionalProperty'];
    const rule =
      from === undefined
        ? null
        : {
            from,
            names: [keyword],
            value: data,
            property: typeof property === 'string' ? property : undefined,
          };
    return { ...sentenceOf(error, location), ...(rule !== null && { rule }) };
  });
}

function sentenceOf(
  { instancePath, message = 'is not valid', params }: ErrorObject,
  location: string,
): Pick<Violation, 'location' | 'detail'> {
  const path = `${location}${instancePath}`;
  const more = 'additionalProperty' in params ? `: ${String(params['additionalProperty'])}` : '';
  const allowed = 'allowedValues' in params ? `: ${JSON.stringify(params['allowedValues'])}` : '';
  return { location: path, detail: `${path} ${message}${more}${allowed}` };
}
