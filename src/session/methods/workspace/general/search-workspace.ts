// Searches everything in the workspace for a text.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { wholeNumber } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';

const KINDS = [
  'collection',
  'folder',
  'request',
  'example',
  'environment',
  'variable',
  'spec',
  'dataset',
  'flow',
  'run',
  'loadTest',
] as const;
const MAX_RESULTS = 500;
const DEFAULT_RESULTS = 50;

export const searchWorkspace = defineMethod({
  name: 'search_workspace',
  summary:
    'Finds text in names, URLs, headers, bodies, scripts and docs of the workspace; secrets are left out',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({
    query: reference,
    kinds: z.array(z.enum(KINDS, KINDS.join(', '))).optional(),
    limit: wholeNumber(1, MAX_RESULTS).optional(),
  }),
  result: z.strictObject({
    results: z.array(
      z.strictObject({
        kind: z.string(),
        id: z.string(),
        name: z.string(),
        /** Names that lead to it. */
        path: z.string(),
        /** The field that matches, and the text around. */
        field: z.string(),
        excerpt: z.string(),
      }),
    ),
    total: z.number(),
  }),
  async run({ workspace: context }: WorkspaceOwner, { query, kinds, limit = DEFAULT_RESULTS }) {
    const { searchable, matchOf } = await import('../../../../collections/edit/search.ts');
    const all = await searchable(await context.open());
    const found = all
      .filter(({ kind }) => kinds === undefined || kinds.includes(kind))
      .flatMap(({ kind, id, name, path, texts }) => {
        const match = matchOf(texts, query);
        return match === null ? [] : [{ kind, id, name, path, ...match }];
      });
    return { results: found.slice(0, limit), total: found.length };
  },
});
