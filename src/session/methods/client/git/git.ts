// Git as the window shows it: by objects and fields.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import type { ChangedObject } from '../../../../collections/git/object-status.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { noParams, wholeNumber } from '../../fields.ts';
import { commit } from '../../workspace/git/git-log.ts';
import { gitStatus } from '../../workspace/git/git-status.ts';
import { object, window } from '../fields.ts';
import { partsShown } from '../shown.ts';
import { changedObject, readStatus, repositoryOf } from './status.ts';

const PATHS = 'a list of paths, as client.git_status shows them';
const MESSAGE = 'a message of 1 to 10,000 characters';
const DEFAULT_LIMIT = 50;
const paths = z
  .array(z.string(PATHS).min(1, PATHS).max(4000, PATHS), PATHS)
  .min(1, PATHS)
  .max(2000)
  .readonly();

const changed = z.strictObject({
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  path: z.string(),
  from: z.string().nullable().describe('Its file in the last commit, of one that has moved'),
  change: z.enum(['added', 'changed', 'removed', 'moved', 'conflict', 'unreadable']),
  isStaged: z.boolean(),
});
const difference = z.strictObject({
  field: z.string(),
  change: z.enum(['added', 'removed', 'changed', 'moved']),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});

export const status = defineMethod({
  name: 'client.git_status',
  summary: 'Tells what differs from the last commit by object and field, and the branch',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: gitStatus.result.omit({ files: true }).extend({
    objects: z.array(
      changed.extend({
        fields: z.array(difference.pick({ field: true, change: true })),
        summary: z.string().describe('Such as "body changed, header X-Key added"'),
      }),
    ),
    others: gitStatus.result.shape.files.describe('Files that are not those of objects'),
  }),
  async run(app, _, signal) {
    const { changeSentence } = await import('../../../../collections/git/object-status.ts');
    const { objects, ...about } = (await readStatus(app, signal)).status;
    return {
      ...about,
      objects: objects.map((each) => ({
        ...identityOf(each),
        fields: each.differences.map(({ field, change }) => ({ field, change })),
        summary: changeSentence(each),
      })),
    };
  },
});

export const diff = defineMethod({
  name: 'client.git_diff',
  summary:
    'Shows each changed field of objects as it was in the last commit and as it is; secrets are masked',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ paths: paths.optional().describe('By default all') }),
  result: z.array(changed.extend({ differences: z.array(difference) })),
  async run(app, { paths: chosen }, signal) {
    const { status: found } = await readStatus(app, signal);
    const objects =
      chosen === undefined ? found.objects : chosen.map((path) => changedObject(found, path, 'paths'));
    return objects.map((each) => {
      const shown = partsShown([each.before, each.after], app.workspace);
      const differences = each.differences.map(({ field, change, before, after }) => ({
        field,
        change,
        ...(before !== undefined && { before: shown(field, before) }),
        ...(after !== undefined && { after: shown(field, after) }),
      }));
      return { ...identityOf(each), differences };
    });
  },
});

export const log = defineMethod({
  name: 'client.git_log',
  summary: 'Lists the commits that changed the workspace, or the file of one object, newest first',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    object: object.optional(),
    limit: wholeNumber(1, 1000).default(DEFAULT_LIMIT),
  }),
  result: z.array(commit).readonly(),
  async run(app, { object: one, limit }, signal) {
    const files = await app.clientFiles();
    const path = one === undefined ? undefined : files.index.find(one.kind, one.id)?.path;
    if (one !== undefined && path === undefined)
      throw new ParameterError(`there is no ${one.kind} ${JSON.stringify(one.id)}`, { field: 'object' });
    return (await repositoryOf(files.folder, signal)).log(limit, path);
  },
});

export const commitObjects = defineMethod({
  name: 'client.git_commit',
  summary: 'Commits objects with the files from which they moved; hooks do not run, and nothing is pushed',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    message: z.string(MESSAGE).trim().min(1, MESSAGE).max(10_000, MESSAGE),
    paths: paths.optional().describe('By default all; files of no object may be named too'),
  }),
  result: commit,
  async run(app, { message, paths: chosen }, signal) {
    const { repository, status: found } = await readStatus(app, signal);
    const others = new Set(found.others.map(({ path }) => path));
    const own = (chosen ?? []).filter((path) => !others.has(path));
    const objects = own.length === 0 ? [] : own.map((path) => changedObject(found, path, 'paths'));
    const moved = objects.flatMap(({ from }) => (from === null ? [] : [from]));
    return repository.commit(message, [...(chosen ?? []), ...moved]);
  },
});

export const discard = defineMethod({
  name: 'client.git_discard',
  summary:
    'Gives objects back what they were in the last commit, as one step; what they are goes to the trash',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ paths, window }),
  result: z.strictObject({ discarded: z.number() }),
  async run(app, { paths: chosen, window: by }, signal) {
    const { discardChanges } = await import('../../../client-files/discarding.ts');
    const { repository, status: found } = await readStatus(app, signal);
    const objects = chosen.map((path) => changedObject(found, path, 'paths'));
    const [first] = objects;
    const what = objects.length === 1 ? first!.name : `${objects.length} objects`;
    const act = { label: `Discarded changes of ${what}`, window: by };
    await discardChanges(await app.clientFiles(), repository, objects, act);
    return { discarded: objects.length };
  },
});

function identityOf({
  kind,
  id,
  name,
  path,
  from,
  change,
  isStaged,
}: ChangedObject): z.output<typeof changed> {
  return { kind, id, name, path, from, change, isStaged };
}
