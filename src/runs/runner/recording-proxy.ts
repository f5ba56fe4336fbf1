// The way of requests to their servers through a running proxy of ours, which records them.
import { trustByHost } from '../../net/trust.ts';
import type { RunOptions } from './options.ts';

export interface RunningProxy {
  readonly port: number;
  /** The root certificate, with which the proxy signs those of decrypted hosts. */
  readonly caPem: string;
}

/** Returns the options of a run whose requests over HTTP go through the proxy, those to this computer too. */
export function throughProxy({
  port,
  caPem,
}: RunningProxy): Required<Pick<RunOptions, 'processEnvironment' | 'trust'>> {
  const address = `http://127.0.0.1:${port}`;
  return {
    processEnvironment: { http_proxy: address, https_proxy: address },
    trust: trustByHost([], [], [caPem]),
  };
}
