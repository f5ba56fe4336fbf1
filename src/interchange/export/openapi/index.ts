// Exports collections as OpenAPI 3.0 (https://spec.openapis.org/oas/v3.0.3): describes the API as far as the requests
// and examples show it.
import {
  openApiOperationId,
  openApiPaths,
  openApiYaml,
  type OpenApiDocument,
  type OpenApiOperation,
} from '../../../documents/openapi/writer.ts';
import type { Auth } from '../../../collections/model/auth.ts';
import { requestsOf, type Collection, type PlacedRequest } from '../../../collections/model/collection.ts';
import type { Variable } from '../../../collections/model/values.ts';
import { defineExport, type CollectionExport } from '../contract.ts';
import { publicInterpolation, type Interpolate } from '../shared/public-values.ts';
import { serverOf } from './address.ts';
import { groupByOperation, type OperationGroup } from './groups.ts';
import { requestContent } from './content.ts';
import { parametersOf } from './parameters.ts';
import { responsesOf } from './responses.ts';
import { SecuritySchemes } from './security.ts';
import { UniqueNames } from './unique-names.ts';

const BASE_URL = 'baseUrl';

export const openApi = defineExport<CollectionExport>({
  kind: 'collection',
  format: 'openapi',
  label: 'OpenAPI 3.0 (YAML)',
  ending: '.openapi.yaml',
  write: (collection, { environment }) => {
    const warnings = new Set<string>();
    const document = documentOf(collection, environment?.variables ?? [], warnings);
    return { text: openApiYaml(document), warnings: [...warnings] };
  },
});

/** The parts that all operations of a document share. */
interface OperationContext {
  readonly interpolate: Interpolate;
  /** The server of the document. */
  readonly server: string;
  readonly auth: Auth;
  readonly schemes: SecuritySchemes;
  /** Operation ids that are in use. */
  readonly ids: UniqueNames;
}

function documentOf(
  collection: Collection,
  environment: readonly Variable[],
  warnings: Set<string>,
): OpenApiDocument {
  const { name, docs, auth, variables, items } = collection;
  const groups = groupByOperation([...requestsOf(items)], warnings);
  const isBaseKnown = [...variables, ...environment].some((each) => each.enabled && each.name === BASE_URL);
  const server = isBaseKnown ? `{{${BASE_URL}}}` : (groups[0]?.server ?? '');
  const interpolate = publicInterpolation(variables, environment);
  const schemes = new SecuritySchemes(interpolate, warnings);
  const security = schemes.of(auth);
  const context = { interpolate, server, auth, schemes, ids: new UniqueNames('_') };
  const paths = openApiPaths(groups.map((group) => ({ ...group, operation: operationOf(group, context) })));
  const tags = tagsOf(collection);
  return {
    openapi: '3.0.3',
    info: { title: name || 'API', version: '1.0.0', ...(docs !== '' && { description: docs }) },
    servers: [serverOf(server, interpolate) ?? { url: '/' }],
    ...(tags.length > 0 && { tags }),
    security,
    paths,
    ...schemes.components,
  };
}

/** Returns a tag for each top-level folder, without repetition. */
function tagsOf({ items }: Collection): NonNullable<OpenApiDocument['tags']> {
  const docs = new Map<string, string>();
  for (const item of items)
    if (item.kind === 'folder') docs.set(item.folder.name, docs.get(item.folder.name) || item.folder.docs);
  return [...docs].map(([name, description]) => ({ name, ...(description !== '' && { description }) }));
}

function operationOf(group: OperationGroup, context: OperationContext): OpenApiOperation {
  const requests = group.placed.map(({ request }) => request);
  const [first] = group.placed;
  const docs = requests[0]?.docs ?? '';
  const tag = first?.folders[0]?.name;
  const parameters = parametersOf(requests, group.template, group.names, context.interpolate);
  // When several bodies share a type, the first counts.
  const content = Object.fromEntries(
    requests.flatMap((request) => Object.entries(requestContent(request) ?? {})).reverse(),
  );
  const isDeprecated = /^deprecated\b/i.test(docs);
  const description = isDeprecated ? docs.replace(/^deprecated\b[.:]?\s*/i, '') : docs;
  const server = group.server === context.server ? null : serverOf(group.server, context.interpolate);
  return {
    ...(tag !== undefined && { tags: [tag] }),
    summary: requests[0]?.name ?? '',
    ...(description !== '' && { description }),
    operationId: operationId(group, context.ids),
    ...(isDeprecated && { deprecated: true }),
    ...(server !== null &&
      server.url !== serverOf(context.server, context.interpolate)?.url && { servers: [server] }),
    ...securityOf(first, context),
    ...(parameters.length > 0 && { parameters }),
    ...(Object.keys(content).length > 0 && { requestBody: { content } }),
    responses: responsesOf(requests.flatMap(({ examples }) => examples)),
  };
}

/** Returns nothing when the security is that of the document. */
function securityOf(
  placed: PlacedRequest | undefined,
  { auth, schemes }: OperationContext,
): Pick<OpenApiOperation, 'security'> {
  const chain =
    placed === undefined ? [] : [...placed.folders.map((folder) => folder.auth), placed.request.auth];
  const own = chain.findLast(({ type }) => type !== 'inherit');
  if (own === undefined || JSON.stringify(own) === JSON.stringify(auth)) return {};
  return { security: schemes.of(own) };
}

function operationId({ method, path }: OperationGroup, taken: UniqueNames): string {
  return taken.take(openApiOperationId(method, path));
}
