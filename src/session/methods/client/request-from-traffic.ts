// A captured request as it is on the screen: nothing is replaced, so that sending it again does what it did.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { requestId } from '../fields.ts';
import { anyFields } from './fields.ts';

export const requestFromTraffic = defineMethod({
  name: 'client.request_from_traffic',
  summary: 'Returns a captured request for the screen, as it was sent; nothing is saved or sent',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ id: requestId }),
  result: z.strictObject({
    request: anyFields,
    leftOut: z.array(z.string()).readonly().describe('Headers that whoever sends it writes by itself'),
  }),
  async run(app: AppContext, { id }) {
    const { capturedRequest } = await import('../../../traffic/captured-request.ts');
    const { isLeftOut } = await import('../../../traffic/to-collection/left-out.ts');
    const flow = app.traffic.find(id);
    if (flow === undefined) throw new ParameterError(`there is no request ${id} any more`, { field: 'id' });
    const captured = await capturedRequest(flow, crypto.randomUUID());
    if (captured === null)
      throw new ParameterError(`request ${id} is a tunnel, of which only the target is known`, {
        field: 'id',
      });
    const isAutomatic = ({ name }: { readonly name: string }): boolean =>
      isLeftOut(name) || name.toLowerCase() === 'cookie';
    const { id: _id, examples: _examples, settings, ...fields } = captured;
    return {
      request: {
        ...fields,
        auth: { type: 'none' },
        headers: captured.headers.filter((header) => !isAutomatic(header)),
        body: await bodyOf(app, flow, captured.body),
        settings: { encodeUrl: settings.encodeUrl },
      },
      leftOut: captured.headers.filter(isAutomatic).map(({ name }) => name),
    };
  },
});

/** Resolves with the body; a binary one goes into a file of this machine. */
async function bodyOf(app: AppContext, flow: Flow, body: { readonly type: string }): Promise<object> {
  const message = flow.originalRequest ?? flow.request;
  if (body.type !== 'none' || message === null) return body;
  const { bodyBytes } = await import('../../../flow/content.ts');
  const content = await bodyBytes(message, Infinity);
  if (content.type === 'none') return body;
  return { type: 'file', path: await writeBody(app, content.bytes) };
}

async function writeBody(app: AppContext, bytes: Buffer): Promise<string> {
  const { writeFile } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const { createLocalFolder } = await import('../../../collections/storage/secrets-file.ts');
  const { createSafeFolder } = await import('../../../collections/storage/safe-path.ts');
  const { LOCAL_FOLDER } = await import('../../../collections/storage/workspace.ts');
  const { folder } = await app.workspace.open();
  const local = join(folder, LOCAL_FOLDER);
  await createLocalFolder(local);
  await createSafeFolder(join(local, 'captured'), 0o700);
  const name = `${crypto.randomUUID()}.bin`;
  await writeFile(join(local, 'captured', name), bytes, { mode: 0o600, flag: 'wx' });
  return `${LOCAL_FOLDER}/captured/${name}`;
}
