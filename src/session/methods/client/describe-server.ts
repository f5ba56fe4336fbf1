// Asks the server of a request on the screen what it offers.
import { z } from 'zod';
import { isHttpBased } from '../../../collections/model/http-based.ts';
import { serverDescription } from '../../../requests/descriptions/shapes.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { onScreen, throughProxy } from './live-fields.ts';
import { screenRequest } from './screen-request.ts';
import { routeOf } from './send.ts';

export const describeServer = defineMethod({
  name: 'client.describe_server',
  summary: 'Asks the server of a request what it offers: schema, services, tools, tables or topics',
  effect: 'read',
  faces: UI_ONLY,
  hints: ['open world'],
  params: z.strictObject({ ...onScreen, throughProxy }),
  result: serverDescription,
  async run(app: AppContext, { throughProxy: viaProxy = true, ...given }, signal) {
    const { describeServer: describe } = await import('../../../runs/describe-server.ts');
    const { workspace, request, isStored: _, ...sources } = await screenRequest(app, given);
    const options = {
      ...sources,
      ...(await routeOf(app, viaProxy && isHttpBased(request))),
      iterations: 1,
      delayMs: 0,
      bail: false,
      insecure: false,
      parallel: 1,
      timeoutMs: null,
      scriptTimeoutMs: null,
      fileRoots: [workspace.folder],
      ...(await app.clientState.credentials()),
      signal,
    };
    return describe(options, request.id);
  },
});
