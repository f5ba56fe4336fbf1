// Branches, and remote repositories. Nothing is fetched or pushed but by these.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { noParams } from '../../fields.ts';
import { repositoryOf } from './status.ts';

const NAME = 'the name of a branch, 1 to 200 characters';
const branch = z.string(NAME).min(1, NAME).max(200, NAME);

export const branches = defineMethod({
  name: 'client.git_branches',
  summary: 'Lists the branches, and those of remote repositories that no branch follows',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.array(
    z.strictObject({
      name: z.string(),
      isCurrent: z.boolean(),
      isRemote: z.boolean(),
      upstream: z.string().nullable(),
      time: z.string(),
      subject: z.string(),
    }),
  ),
  async run(app, _, signal) {
    const { branchesOf } = await import('../../../../collections/git/branches.ts');
    const { folder } = await app.clientFiles();
    return [...(await branchesOf(await repositoryOf(folder, signal)))];
  },
});

export const switchTo = defineMethod({
  name: 'client.git_switch',
  summary:
    'Checks a branch out, or makes a new one; drafts stay, and Git refuses where a change would be lost',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    branch,
    isNew: z.boolean('true or false').optional().describe('Make it, beginning at the present commit'),
  }),
  result: z.strictObject({ branch: z.string().nullable() }),
  async run(app, { branch: name, isNew = false }, signal) {
    const { createBranch, switchBranch } = await import('../../../../collections/git/branches.ts');
    const { folder } = await app.clientFiles();
    const repository = await repositoryOf(folder, signal);
    await (isNew ? createBranch(repository, name) : switchBranch(repository, name));
    return { branch: (await repository.status()).branch };
  },
});

export const pullCommits = defineMethod({
  name: 'client.git_pull',
  summary: 'Fetches the branch that this one follows, and joins it; conflicts stay in the files',
  effect: 'write',
  faces: UI_ONLY,
  params: noParams,
  result: z.strictObject({ from: z.string(), commits: z.number(), conflicts: z.number() }),
  async run(app, _, signal) {
    const { pull } = await import('../../../../collections/git/transport.ts');
    const { folder } = await app.clientFiles();
    return { ...(await pull(await repositoryOf(folder, signal))) };
  },
});

export const pushCommits = defineMethod({
  name: 'client.git_push',
  summary: 'Pushes the branch to the one that it follows, or to one of the same name; hooks do not run',
  effect: 'write',
  faces: UI_ONLY,
  params: noParams,
  result: z.strictObject({ to: z.string(), commits: z.number() }),
  async run(app, _, signal) {
    const { push } = await import('../../../../collections/git/transport.ts');
    const { folder } = await app.clientFiles();
    return { ...(await push(await repositoryOf(folder, signal))) };
  },
});
