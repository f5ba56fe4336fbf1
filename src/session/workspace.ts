// The workspace of a session, for its operations. The session's own engine is the running proxy.
import { resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import type { Flow } from '../flow/flow.ts';
import { Jobs } from '../services/jobs/index.ts';
import type { ModelPrice } from '../collections/model/model-price.ts';
import type { ChangeGuard } from '../collections/storage/workspace.ts';
import type { Engine } from './engine/index.ts';
import { harFile } from '../traffic/exports.ts';
import type { WorkspaceContext } from './methods/workspace-context.ts';

export interface WorkspaceParts {
  /** Absolute path. */
  readonly folder: string;
  readonly engine: Pick<Engine, 'port' | 'ca'>;
  /** Returns the prices in the settings as they are now. */
  readonly modelPrices: () => readonly ModelPrice[];
  readonly find: (id: number) => Flow | undefined;
  /** Runs each change of its files. */
  readonly guard: ChangeGuard;
}

export function sessionWorkspace({
  folder,
  engine,
  modelPrices,
  find,
  guard,
}: WorkspaceParts): WorkspaceContext {
  return {
    jobs: new Jobs(),
    async open() {
      // Loaded on demand, because the proxy starts without it.
      const { Workspace } = await import('../collections/storage/workspace.ts');
      return new Workspace(folder, guard);
    },
    proxy() {
      const { port, ca } = engine;
      return Promise.resolve({ port, caPem: ca.certPem, har: (id: number) => harOf(find(id), id) });
    },
    modelPrices: () => Promise.resolve(modelPrices()),
    // A client with the token may read and write whatever the user may.
    allowedPath: (path) => resolve(folder, path),
    showsSecrets: false,
    unmasked: (given) => given,
  };
}

async function harOf(flow: Flow | undefined, id: number): Promise<string> {
  if (flow === undefined) throw new UserError('NOT_FOUND', `No request with id ${id}`);
  if (flow.request === null)
    throw new UserError('INVALID_DATA', `Request ${id} is a tunnel: what was inside was not decrypted`);
  if (!flow.finished)
    throw new UserError('CONFLICT', `Request ${id} is still in progress: wait until it has ended`);
  const pieces: Buffer[] = [];
  for await (const piece of harFile([flow])) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}
