// Options of `collection run`, as the command line gives them.
import type { StateFiles } from '../../runs/newman/state-files.ts';
import type { TrustOptions } from '../../runs/newman/trust.ts';
import type { ReporterFlags } from './reporters.ts';
import type { SourceFlags } from './source-files.ts';
import type { ThroughProxyFlags } from './through-proxy.ts';

export interface RunFlags
  extends
    SourceFlags,
    Omit<ReporterFlags, 'reporters'>,
    StateFiles,
    ThroughProxyFlags,
    Omit<TrustOptions, 'sslClientCertList'> {
  readonly sslClientCertList?: string | undefined;
  readonly workspace?: string | undefined;
  readonly config?: string | undefined;
  readonly ci?: string | undefined;
  readonly failed?: true | undefined;
  readonly inOrder?: true | undefined;
  /** By default `cli`. */
  readonly reporters?: string | undefined;
  readonly iterationCount?: string | undefined;
  readonly folder: readonly string[];
  readonly tags?: string | undefined;
  readonly excludeTags?: string | undefined;
  readonly shard?: string | undefined;
  readonly retries?: string | undefined;
  readonly fail?: true | undefined;
  readonly delayRequest?: string | undefined;
  readonly bail?: true | undefined;
  readonly timeoutRequest?: string | undefined;
  readonly timeoutScript?: string | undefined;
  readonly insecure?: true | undefined;
  readonly parallel?: string | undefined;
  readonly workingDir?: string | undefined;
  readonly insecureFileRead: boolean;
  readonly trustPrograms?: true | undefined;
  readonly timeout?: string | undefined;
  readonly ignoreRedirects?: true | undefined;
  readonly cookieJar?: string | undefined;
  readonly failOnEarlyEnd?: true | undefined;
  readonly suppressExitCode?: true | undefined;
  readonly watch?: true | undefined;
}
