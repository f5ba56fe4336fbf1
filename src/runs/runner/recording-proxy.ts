// Options that send the requests of a run through the running proxy, which records them.
import { trustByHost } from '../../net/trust.ts';
import type { RunOptions } from './options.ts';

export interface RunningProxy {
  readonly port: number;
  /** The root certificate, with which the proxy signs those of decrypted hosts. */
  readonly caPem: string;
}

/** Returns the options of a run whose HTTP requests go through the proxy, including requests to this computer. */
export function throughProxy({
  port,
  caPem,
}: RunningProxy): Required<Pick<RunOptions, 'processEnvironment' | 'trust'>> {
  return { processEnvironment: proxyVariables(port), trust: trustByHost([], [], [caPem]) };
}

/** Returns environment variables that name the proxy. */
export function proxyVariables(port: number): RunOptions['processEnvironment'] {
  const address = `http://127.0.0.1:${port}`;
  return { http_proxy: address, https_proxy: address };
}
