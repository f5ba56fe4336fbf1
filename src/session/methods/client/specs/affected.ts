// Finds who is affected by the changes of an operation since another version of an API description.
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { described, onScreen } from './described.ts';
import { earlierText, otherVersion } from './diff.ts';

/** The newest exchanges that are compared. */
const MAX_EXCHANGES = 10_000;
const OPERATION = 'an operation such as GET /pets';

export const affectedByChanges = defineMethod({
  name: 'client.affected_by_changes',
  summary:
    'Finds the captured exchanges and the requests of the workspace that use an operation, and what a new version of the description does not allow in them any more',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ...onScreen,
    ...otherVersion,
    operation: z.string(OPERATION).min(1, OPERATION).max(2000, OPERATION),
  }),
  result: z.strictObject({
    traffic: z.strictObject({
      calls: z.int(),
      wrong: z.int(),
      ids: z.array(z.int()).readonly().describe('Some of those that are wrong'),
      what: z.string().nullable(),
    }),
    requests: z
      .array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          method: z.string(),
          owners: z.string().describe('Such as "Harbor API / Checkout"'),
          what: z.string().nullable().describe('Null where it fits'),
        }),
      )
      .readonly(),
  }),
  async run(app: AppContext, { revision, other, operation, ...params }, signal) {
    const { ApiContract } = await import('../../../../specs/contract/index.ts');
    const { contractDocument } = await import('../../../contract/contract-document.ts');
    const { affectedRequests, affectedTraffic } = await import('../../../affected/index.ts');
    const { activeEnvironment } = await import('../../../../collections/storage/named.ts');
    const found = await described(app, params);
    const { path } = found.spec;
    const older = await contractDocument(path, other ?? (await earlierText(found, revision, signal)));
    const versions = {
      before: new ApiContract(older),
      after: new ApiContract(await contractDocument(path, found.text)),
    };
    const from = [...app.traffic.ids(() => true)].at(-MAX_EXCHANGES) ?? 0;
    const { workspace } = found;
    const around = {
      folder: workspace.folder,
      environment: await activeEnvironment(workspace),
      globals: await workspace.globals(),
    };
    const collections = await workspace.collections();
    const requests = await Promise.all(
      collections.map(({ collection }) => affectedRequests(versions, operation, { ...around, collection })),
    );
    return {
      traffic: await affectedTraffic(
        versions,
        operation,
        app.traffic.selected((id) => id >= from),
      ),
      requests: requests.flat(),
    };
  },
});
