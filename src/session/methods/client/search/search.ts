// Searches and replaces in everything that is on the screen, or would be.
import { z } from 'zod';
import { TEXT_AREAS } from '../../../../collections/replace/texts.ts';
import type { FoundOccurrence } from '../../../client-files/searching.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { flag, text, wholeNumber } from '../../fields.ts';
import { masked } from '../../workspace/masks.ts';
import { kind, window } from '../fields.ts';

const QUERY = 'a text of 1 to 1000 characters';
const MAX_OCCURRENCES = 5000;
const DEFAULT_OCCURRENCES = 500;

const query = {
  query: z.string(QUERY).min(1, QUERY).max(1000, QUERY),
  isRegex: flag.default(false),
  wholeWord: flag.default(false),
  matchCase: flag.default(false),
};

export const occurrence = z.strictObject({
  occurrence: z.string(),
  kind,
  id: z.string(),
  name: z.string(),
  names: z.string().describe('Names that lead to it'),
  path: z.string().nullable().describe('Its file, relative to the workspace'),
  field: z.string(),
  area: z.enum(TEXT_AREAS),
  line: z.number(),
  before: z.string(),
  after: z.string().nullable(),
  risk: z.string().nullable().describe('Why it is better not replaced without a look'),
  hasDraft: z.boolean(),
});

export function shownOccurrence({ object, ...found }: FoundOccurrence): z.output<typeof occurrence> {
  const { kind: of, id, name, names, path, hasDraft } = object;
  return { ...found, kind: of, id, name, names, path, hasDraft };
}

export const search = defineMethod({
  name: 'client.search',
  summary: 'Finds text in drafts, or files without one; with a replacement it shows what would stand there',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ...query,
    areas: z.array(z.enum(TEXT_AREAS, TEXT_AREAS.join(', '))).optional(),
    kinds: z.array(kind).optional(),
    replacement: text.optional().describe('With a pattern, $1 is its first group'),
    limit: wholeNumber(1, MAX_OCCURRENCES).default(DEFAULT_OCCURRENCES),
  }),
  result: z.strictObject({ occurrences: z.array(occurrence), total: z.number() }),
  async run(app, { areas, kinds, replacement, limit, ...given }) {
    const { finderOf } = await import('../../../../collections/replace/finders.ts');
    const { replacingBy } = await import('../../../../collections/replace/occurrences.ts');
    const { searchFiles } = await import('../../../client-files/searching.ts');
    const found = await searchFiles(
      await app.clientFiles(),
      {
        find: finderOf(given),
        areas: areas === undefined ? null : new Set(areas),
        kinds: kinds === undefined ? null : new Set(kinds),
        replacing: replacement === undefined ? null : replacingBy(replacement, given.isRegex),
        shown: (fields) => masked(fields, app.workspace),
      },
      limit,
    );
    return { occurrences: found.occurrences.map(shownOccurrence), total: found.total };
  },
});

export const replace = defineMethod({
  name: 'client.replace',
  summary:
    'Replaces occurrences that client.search has found, in drafts, or in files without one, as one step',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    ...query,
    replacement: text,
    occurrences: z
      .array(z.string(), 'a list of occurrences, as client.search shows them')
      .min(1)
      .max(100_000)
      .readonly(),
    window,
  }),
  result: z.strictObject({ occurrences: z.number(), objects: z.number() }),
  async run(app, { replacement, occurrences, window: by, ...given }) {
    const { finderOf } = await import('../../../../collections/replace/finders.ts');
    const { replacingBy } = await import('../../../../collections/replace/occurrences.ts');
    const { replaceInFiles } = await import('../../../client-files/searching.ts');
    const label = `Replaced ${JSON.stringify(given.query.slice(0, 40))}`;
    return replaceInFiles(
      await app.clientFiles(),
      { label, window: by },
      {
        find: finderOf(given),
        replacing: replacingBy(replacement, given.isRegex),
        occurrences: new Set(occurrences),
        shown: (fields) => masked(fields, app.workspace),
      },
    );
  },
});
