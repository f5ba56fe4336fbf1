// `--through-proxy`: sends requests through the running proxy, which records them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from '../../base/data-folder.ts';
import { fileErrorMessage, UserError } from '../../base/errors.ts';
import type { RunOptions } from '../../runs/runner/options.ts';
import { throughProxy } from '../../runs/runner/recording-proxy.ts';
import { trafficClient } from '../traffic-client.ts';

export interface ThroughProxyFlags {
  /** The port of the proxy; true for that of the app. */
  readonly throughProxy?: string | true | undefined;
}

/**
 * Resolves with the options of a run; without the flag there are none. Rejects with a UserError when no proxy is
 * running.
 */
export async function proxyOptions({
  throughProxy: given,
}: ThroughProxyFlags): Promise<Partial<Pick<RunOptions, 'processEnvironment' | 'trust'>>> {
  if (given === undefined) return {};
  const client = await trafficClient(given === true ? undefined : given, '--through-proxy');
  const { port } = await client.status();
  return throughProxy({ port, caPem: await rootCertificate() });
}

async function rootCertificate(): Promise<string> {
  const path = join(dataFolder(), 'ca', 'root.pem');
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UserError('INVALID_FILE', `--through-proxy: the root certificate: ${fileErrorMessage(error)}`, {
      cause: error,
    });
  }
}
