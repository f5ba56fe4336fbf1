// The options of `proxyctl perf`, as they are typed.

export interface PerfFlags {
  readonly vus?: string | undefined;
  readonly duration?: string | undefined;
  readonly profile?: string | undefined;
  readonly stage: readonly string[];
  readonly thinkTime?: string | undefined;
  readonly rate?: string | undefined;
  readonly threads?: string | undefined;
  readonly environment?: string | undefined;
  readonly globals?: string | undefined;
  readonly iterationData?: string | undefined;
  readonly envVar: readonly string[];
  readonly folder: readonly string[];
  readonly timeoutRequest?: string | undefined;
  readonly insecure?: true | undefined;
  readonly failIf: readonly string[];
  readonly reportJson?: string | undefined;
  readonly reportHtml?: string | undefined;
  readonly exportK6?: string | undefined;
  readonly compare?: string | undefined;
  readonly allowRemote?: true | undefined;
  readonly weight: readonly string[];
  readonly dataPerUser?: true | undefined;
  /** True without a number of seconds. */
  readonly abortOnFail?: true | string | undefined;
  /** A saved load test, by its name, id or file. */
  readonly config?: string | undefined;
  readonly workspace?: string | undefined;
}
