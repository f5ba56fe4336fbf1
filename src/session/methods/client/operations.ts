// The operations of an API description, and requests made of them.
import { z } from 'zod';
import { ParameterError, UserError } from '../../../base/errors.ts';
import { requestsOf } from '../../../collections/model/collection.ts';
import type { CollectionHead, Workspace } from '../../../collections/storage/workspace.ts';
import type { StoredSpec } from '../../../collections/storage/specs.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { text, wholeNumber } from '../fields.ts';
import { anyObject, reference } from '../workspace/fields.ts';

const MAX_PAGE = 500;

/** The description: itself, or the collection that follows it. */
const described = {
  collection: reference.optional().describe('The collection that follows the description'),
  spec: reference.optional().describe('The description itself'),
} as const;

const schema = z.unknown().describe('A JSON Schema; null without one');
const body = z.strictObject({ mediaType: z.string(), schema, example: z.string() });
const operation = z.strictObject({
  id: z.string().describe('The id of the request that an import makes of it'),
  method: z.string(),
  path: z.string(),
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()).readonly(),
  isDeprecated: z.boolean(),
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean(),
        description: z.string(),
        schema,
        example: z.string(),
      }),
    )
    .readonly(),
  bodies: z.array(body).readonly(),
  responses: z
    .array(z.strictObject({ status: z.string(), description: z.string(), bodies: z.array(body).readonly() }))
    .readonly(),
  security: z
    .array(z.record(z.string(), z.array(z.string()).readonly()).readonly())
    .readonly()
    .describe('Alternatives: the scopes of each scheme'),
  existing: z.boolean().describe('True when the collection has its request'),
});

export const specOperations = defineMethod({
  name: 'client.spec_operations',
  summary: 'Lists the operations of an API description with their parameters, bodies and responses',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ...described,
    search: text.optional().describe('A part of method and path, operationId or summary'),
    offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
    limit: wholeNumber(1, MAX_PAGE).optional().describe('Default: 100; a page ends earlier after 2 MB'),
  }),
  result: z.strictObject({
    spec: z.strictObject({ id: z.string(), name: z.string(), path: z.string() }),
    collection: z.string().nullable().describe('The id of the collection that follows it'),
    total: z.int(),
    operations: z.array(operation),
    next: z.int().nullable().describe('The offset of the next page'),
    errors: z
      .array(z.strictObject({ line: z.int(), message: z.string() }))
      .describe('Why the document cannot be read'),
    warnings: z.array(z.string()).readonly(),
  }),
  async run(app: AppContext, { search = '', offset = 0, limit = 100, ...given }) {
    const { readSpec } = await import('../../../specs/operations/index.ts');
    const workspace = await app.workspace.open();
    const { spec, head } = await specIn(workspace, given);
    const about = {
      spec: { id: spec.id, name: spec.name, path: spec.path },
      collection: head?.id ?? null,
    };
    const { value, error } = await readSpec(spec, 'list', { search, offset, limit });
    if (error !== null)
      return { ...about, total: 0, operations: [], next: null, errors: [error], warnings: [] };
    const known = await requestIds(workspace, head);
    const operations = value.operations.map((each) => ({ ...each, existing: known.has(each.id) }));
    return { ...about, ...value, operations, errors: [] };
  },
});

export const requestFromOperation = defineMethod({
  name: 'client.request_from_operation',
  summary: 'Returns the request that an import makes of an operation, for the screen; writes nothing',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ...described,
    operation: reference.describe('Its id, its operationId, or its method and path'),
    text: text.optional().describe('The document as the screen has it; by default its file'),
  }),
  result: z.strictObject({
    request: anyObject,
    collection: z.string().nullable(),
    folder: z.string().nullable().describe('The name of the folder in which an import puts it'),
    existing: z.string().nullable().describe('The request of the collection that was made of it'),
    variables: z
      .array(z.strictObject({ name: z.string(), value: z.string(), secret: z.boolean(), docs: z.string() }))
      .describe('Variables of the description that the request uses'),
  }),
  async run(app: AppContext, { operation: name, text: onScreen, ...given }) {
    const { readWholeSpec } = await import('../../../specs/operations/index.ts');
    const workspace = await app.workspace.open();
    const { spec, head } = await specIn(workspace, given);
    const source = { path: spec.path, text: onScreen };
    const made = await readWholeSpec(source, 'request', { operation: name });
    const exists = (await requestIds(workspace, head)).has(made.request.id);
    const { auth, variables } = made.collection;
    const request = {
      ...made.request,
      // With the id of the import, a synchronization finds it once it is saved.
      id: exists ? crypto.randomUUID() : made.request.id,
      // Without the collection there is nothing to inherit.
      auth: head === null && made.request.auth.type === 'inherit' ? auth : made.request.auth,
    };
    const written = JSON.stringify(request);
    return {
      request,
      collection: head?.id ?? null,
      folder: made.folder,
      existing: exists ? made.request.id : null,
      variables: variables
        .filter((each) => written.includes(`{{${each.name}}}`))
        .map(({ name: own, value, secret, docs }) => ({ name: own, value, secret, docs })),
    };
  },
});

interface FoundSpec {
  readonly spec: StoredSpec;
  /** The collection that follows it; null for none. */
  readonly head: CollectionHead | null;
}

async function specIn(
  workspace: Workspace,
  {
    collection,
    spec: name,
  }: { readonly collection?: string | undefined; readonly spec?: string | undefined },
): Promise<FoundSpec> {
  if ((collection === undefined) === (name === undefined))
    throw new ParameterError('give collection or spec, one of them', { field: 'spec' });
  if (name !== undefined) {
    const { specNamed } = await import('../../../specs/named.ts');
    const spec = await specNamed(workspace, name);
    const heads = await workspace.collectionHeads();
    return { spec, head: heads.find(({ id }) => id === spec.collectionId) ?? null };
  }
  const { collectionHeadNamed } = await import('../../../collections/storage/named.ts');
  const { specOf } = await import('../../../specs/description.ts');
  const head = await collectionHeadNamed(workspace, collection!);
  const spec = await specOf(workspace, head);
  if (spec !== undefined) return { spec, head };
  throw new UserError('NOT_FOUND', `the collection ${head.name} follows no API description: import one`, {
    field: 'collection',
  });
}

async function requestIds(workspace: Workspace, head: CollectionHead | null): Promise<ReadonlySet<string>> {
  const stored = head === null ? null : await workspace.collection(head);
  return new Set([...requestsOf(stored?.collection.items ?? [])].map(({ request }) => request.id));
}
