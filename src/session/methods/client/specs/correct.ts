// A violation in the traffic up close, and corrections of the description for it.
import { z } from 'zod';
import { UserError } from '../../../../base/errors.ts';
import type { AppContext } from '../../context.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { wholeNumber } from '../../fields.ts';
import { window } from '../fields.ts';
import { described, onScreen, type DescribedSpec } from './described.ts';

const SENTENCE = 'a violation of client.check_contract';
const OPERATION = 'an operation such as GET /pets';
const CORRECTION = 'the id of a correction of client.contract_violation';
const MAX_IDS = 20;
const MAX_CHANGES = 200;

const violation = {
  operation: z.string(OPERATION).min(1, OPERATION).max(2000, OPERATION),
  what: z.string(SENTENCE).min(1, SENTENCE).max(2000, SENTENCE),
  ids: z
    .array(wholeNumber(1, Number.MAX_SAFE_INTEGER), 'a list of ids of requests')
    .max(MAX_IDS, `up to ${MAX_IDS} ids`)
    .describe('Requests that have it'),
} as const;

export const contractViolation = defineMethod({
  name: 'client.contract_violation',
  summary:
    'Shows a violation in the traffic: the part of the description, what the requests have there, and possible corrections',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ ...onScreen, ...violation }),
  result: z.strictObject({
    rule: z
      .strictObject({ text: z.string(), line: z.int().nullable() })
      .nullable()
      .describe('Null where the description has nothing about it'),
    requests: z
      .array(
        z.strictObject({
          id: z.int(),
          status: z.int(),
          app: z.string().nullable(),
          startedAt: z.number(),
          value: z.string().nullable().describe('Null where something is missing'),
        }),
      )
      .readonly(),
    corrections: z.array(z.strictObject({ id: z.string(), label: z.string() })).readonly(),
  }),
  async run(app: AppContext, { operation, what, ids, ...params }) {
    const found = await described(app, params);
    const { rule, requests, corrections } = await evidence(app, found, { operation, what, ids });
    return {
      rule: rule === null ? null : { text: rule.text, line: await lineOf(found, rule.path) },
      requests,
      corrections: corrections.map(({ id, label }) => ({ id, label })),
    };
  },
});

const changes = z
  .array(
    z.strictObject({
      ...violation,
      correction: z
        .string(CORRECTION)
        .min(1, CORRECTION)
        .max(2000, CORRECTION)
        .optional()
        .describe('By default all of the violation'),
    }),
    'a list of corrections',
  )
  .min(1, 'at least one correction')
  .max(MAX_CHANGES, `up to ${MAX_CHANGES} corrections`);

const labels = z.array(z.string()).readonly().describe('Such as "Make total optional"');

export const correctSpec = defineMethod({
  name: 'client.correct_spec',
  summary: 'Returns the text of an API description with corrections for violations; nothing is written',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ ...onScreen, changes }),
  result: z.strictObject({
    text: z.string(),
    line: z.int().describe('The line of the first change'),
    labels,
  }),
  async run(app: AppContext, { changes: named, ...params }) {
    return corrected(app, await described(app, params), named);
  },
});

export const applyCorrections = defineMethod({
  name: 'client.apply_corrections',
  summary:
    'Corrects an API description for violations: in its draft where there is one, in its file otherwise',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ spec: onScreen.spec, changes, window }),
  result: z.strictObject({ labels, isDraft: z.boolean() }),
  async run(app: AppContext, { spec: name, changes: named, window: by }) {
    const { changeSpec } = await import('../../../client-files/change-spec.ts');
    const found = await described(app, { spec: name });
    const { text, labels: made } = await corrected(app, found, named);
    const { id, name: own } = found.spec;
    const act = { label: `Corrected ${own}`, window: by };
    return { labels: made, isDraft: await changeSpec(await app.clientFiles(), act, id, text) };
  },
});

async function corrected(
  app: AppContext,
  found: DescribedSpec,
  named: z.output<typeof changes>,
): Promise<{ readonly text: string; readonly line: number; readonly labels: readonly string[] }> {
  const { readWholeSpec } = await import('../../../../specs/operations/index.ts');
  const corrections = [];
  for (const { correction, ...each } of named) {
    const all = (await evidence(app, found, each)).corrections;
    const own = all.filter(({ id }) => correction === undefined || id === correction);
    if (own.length === 0)
      throw new UserError('INVALID_DATA', `there is no such correction of ${each.operation}: ${each.what}`);
    corrections.push(...own);
  }
  const { edited } = await readWholeSpec({ path: found.spec.path, text: found.text }, 'edit', {
    edits: corrections.flatMap((each) => each.edits),
    parts: corrections.map(({ part }) => part),
  });
  if (edited === null)
    throw new UserError(
      'INVALID_DATA',
      'this part stands in another file, or is written in a way that only a person can change: edit it by hand',
    );
  return { ...edited, labels: corrections.map(({ label }) => label) };
}

interface Named {
  readonly operation: string;
  readonly what: string;
  readonly ids: readonly number[];
}

async function evidence(app: AppContext, { spec, text }: DescribedSpec, { operation, what, ids }: Named) {
  const { contractOf } = await import('../../../contract/check-traffic.ts');
  const { contractDocument } = await import('../../../contract/contract-document.ts');
  const { evidenceOf } = await import('../../../contract/evidence.ts');
  const { contract } = contractOf(await contractDocument(spec.path, text));
  const wanted = new Set(ids);
  return evidenceOf(
    contract,
    { endpoint: operation, what },
    app.traffic.selected((id) => wanted.has(id)),
  );
}

/** Returns the line of a part in the text; null for one that is not there. */
async function lineOf({ text }: DescribedSpec, path: readonly string[] | null): Promise<number | null> {
  const { keyOffsets, lineStarts, positionAt } = await import('../../../../specs/text-lines.ts');
  const [offset = null] = path === null ? [] : keyOffsets(text, [path]);
  return offset === null ? null : positionAt(lineStarts(text), offset).line;
}
