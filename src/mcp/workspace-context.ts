// The context of workspace operations without the app: the folder, and a running proxy reached by its Control API.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkspaceContext } from '../session/methods/workspace-context.ts';
import { fileErrorMessage, UserError } from '../base/errors.ts';
import { Jobs } from '../services/jobs/index.ts';
import type { ModelPrices } from '../collections/model/model-price.ts';
import { Workspace } from '../collections/storage/workspace.ts';
import type { ProxyLink } from './proxy-link.ts';
import type { Masks } from './trust/masks.ts';
import type { PathGuard } from './trust/path-guard.ts';

interface WorkspaceParts {
  /** The data folder. */
  readonly home: string;
  /** The folder of the workspace. */
  readonly folder: string;
  readonly proxy: ProxyLink;
  readonly paths: PathGuard;
  readonly masks: Masks;
  readonly showsSecrets: boolean;
  readonly modelPrices: ModelPrices;
}

export function workspaceContext(parts: WorkspaceParts): WorkspaceContext {
  const { home, folder, proxy, paths, masks, showsSecrets, modelPrices } = parts;
  return {
    jobs: new Jobs(),
    open: () => Promise.resolve(new Workspace(folder)),
    async proxy() {
      const client = await proxy.client();
      const { port } = await client.status();
      return { port, caPem: await rootCertificate(home), har: (id) => client.harOf(id) };
    },
    modelPrices,
    allowedPath: (path) => paths.allowed(path, 'path', folder),
    showsSecrets,
    unmasked: (given, old, field) => masks.restore(given, old, field),
  };
}

async function rootCertificate(home: string): Promise<string> {
  const path = join(home, 'ca', 'root.pem');
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UserError(
      'INVALID_FILE',
      `The root certificate ${path} cannot be read: ${fileErrorMessage(error)}`,
      { cause: error },
    );
  }
}
