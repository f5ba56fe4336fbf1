// The history of sends, runs, load tests and mock servers on this machine.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import type { ClientHistory } from '../../history/index.ts';
import type { HistoryEntry } from '../../history/entries.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag, text, wholeNumber } from '../fields.ts';
import { broken, cursor, entryFields, entryId, historyKind, notSaved } from './history-fields.ts';

const MAX_PAGE = 200;

const entry = z.strictObject({
  ...entryFields,
  hasResponse: z.boolean().describe('client.response has it'),
});

export const clientHistory = defineMethod({
  name: 'client.history',
  summary: 'Returns a page of what was sent, run and served, the latest first',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    text: text
      .max(1000)
      .optional()
      .describe('Words that are all in name, URL, method, status, kind, outcome'),
    inBodies: flag.optional().describe('Look for the text in the bodies of stored responses too'),
    kinds: z.array(historyKind, 'a list of kinds').min(1, 'at least one').optional(),
    before: cursor.optional(),
    limit: wholeNumber(1, MAX_PAGE).optional().describe('Default: 50'),
  }),
  result: z.strictObject({
    entries: z.array(entry).readonly(),
    next: z.string().nullable().describe('For the page after this one; null at the end'),
    broken,
    notSaved,
  }),
  async run(
    { clientState },
    { text: words = '', inBodies = false, kinds = null, before, limit = 50 },
    signal,
  ) {
    const { historyPage } = await import('../../history/pages.ts');
    const history = await clientState.settledHistory();
    const query = { text: words, inBodies, kinds, before: positionIn(before), limit };
    const { entries, hasMore, ...page } = await historyPage(history, query, signal);
    const last = entries.at(-1);
    return {
      entries,
      next: hasMore && last !== undefined ? `${last.time}:${last.id}` : null,
      broken: page.broken,
      notSaved: history.error,
    };
  },
});

function positionIn(given: string | undefined): { readonly time: number; readonly id: string } | null {
  const [time, id] = given?.split(':') ?? [];
  return time === undefined || id === undefined ? null : { time: Number(time), id };
}

export const clientHistoryEntry = defineMethod({
  name: 'client.history_entry',
  summary: 'Returns an entry of the history with what is stored of it',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ id: entryId }),
  result: z.strictObject({
    entry,
    run: z.looseObject({}).nullable().describe('Totals, failures and requests of a run'),
    loadTest: z.looseObject({}).nullable().describe('Options, result and thresholds of a load test'),
  }),
  async run({ clientState }, { id }) {
    const { entryWithId } = await import('../../history/pages.ts');
    const { responseKey } = await import('../../history/response-key.ts');
    const history = await clientState.settledHistory();
    const found = await entryWithId(history, id);
    if (found === null)
      throw new UserError('NOT_FOUND', `there is no entry ${JSON.stringify(id)}`, { field: 'id' });
    const key = responseKey(found);
    return {
      entry: { ...found, hasResponse: key !== null && (await history.responses.has(key)) },
      run: found.kind === 'run' ? await runOf(history, id) : null,
      loadTest: found.kind === 'loadTest' ? await loadTestOf(history, id) : null,
    };
  },
});

async function runOf({ runs }: ClientHistory, id: string): Promise<Record<string, unknown>> {
  const run = (await runs.list(() => undefined)).find((each) => each.id === id);
  return { ...run, requests: await runs.details(id) };
}

async function loadTestOf({ loadTests }: ClientHistory, id: string): Promise<Record<string, unknown>> {
  const summary = (await loadTests.list(() => undefined)).find((each) => each.id === id);
  if (summary === undefined) return {};
  return { collection: summary.collection, options: summary.options, ...(await loadTests.read(summary)) };
}

export const deleteHistory = defineMethod({
  name: 'client.delete_history',
  summary: 'Deletes entries of the history with their responses: some, those of some kinds, or all',
  effect: 'destructive',
  faces: UI_ONLY,
  params: z.strictObject({
    ids: z.array(entryId, 'a list of ids').min(1, 'at least one').max(1000).optional(),
    kinds: z.array(historyKind, 'a list of kinds').min(1, 'at least one').optional(),
  }),
  result: z.strictObject({ deleted: z.int() }),
  async run({ clientState }: AppContext, { ids, kinds }) {
    const { removeEntries } = await import('../../history/removing.ts');
    const history = await clientState.settledHistory();
    const wanted = ids === undefined ? null : new Set(ids);
    const isRemoved = ({ id, kind }: Pick<HistoryEntry, 'id' | 'kind'>): boolean =>
      wanted?.has(id) !== false && kinds?.includes(kind) !== false;
    return { deleted: await removeEntries(history, isRemoved) };
  },
});
