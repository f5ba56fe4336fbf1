// The fields of the bodies of each operation of an API description, by the id of the request that an import creates
// from it.
import { isObject } from '../../../base/is-object.ts';
import { ApiDocument, isApiDocument } from '../../../documents/openapi/document.ts';
import { requestIdOf } from '../../import/openapi/ids.ts';
import { readContent } from '../../import/content.ts';
import { ImportContext } from '../../import/shared/import-context.ts';
import { schemaFields, type SchemaField } from './schema-fields.ts';

export interface OperationSchemas {
  readonly request: readonly SchemaField[];
  /** By status, as it is written in the description, such as `200` or `4XX`. */
  readonly responses: ReadonlyMap<string, readonly SchemaField[]>;
}

/** Returns an empty map when the text is not a description. */
export function operationSchemas(text: string): ReadonlyMap<string, OperationSchemas> {
  const root = readContent(Buffer.from(text), '').value();
  if (!isApiDocument(root)) return new Map();
  const document = new ApiDocument(root, () => undefined);
  const context = new ImportContext();
  const schemas = new Map<string, OperationSchemas>();
  for (const operation of document.operations()) {
    const { requestBody, responses } = operation.fields;
    schemas.set(requestIdOf(operation, context), {
      request: contentFields(requestBody, document),
      responses: new Map(
        Object.entries(isObject(responses) ? responses : {}).map(([status, response]) => [
          status,
          contentFields(response, document),
        ]),
      ),
    });
  }
  return schemas;
}

/** Returns the fields of the first media type that has a schema. */
function contentFields(owner: unknown, document: ApiDocument): readonly SchemaField[] {
  const { content } = document.references.fields(owner);
  const [schema] = Object.values(isObject(content) ? content : {}).flatMap((media) => {
    const { schema } = document.references.fields(media);
    return schema === undefined ? [] : [schema];
  });
  return schema === undefined ? [] : schemaFields(schema, document.references);
}
