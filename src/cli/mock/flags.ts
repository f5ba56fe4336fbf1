// The options of `proxyctl mock`.

export interface MockFlags {
  readonly port?: string | undefined;
  readonly allInterfaces?: true | undefined;
  readonly environment?: string | undefined;
  readonly envVar: readonly string[];
  readonly delay?: string | undefined;
  readonly https?: true | undefined;
  readonly validate?: true | undefined;
  readonly onlyLog?: true | undefined;
  readonly failRate?: string | undefined;
  readonly failStatus?: string | undefined;
  readonly stateful?: true | undefined;
  readonly spec?: string | undefined;
  readonly dynamic?: true | undefined;
  readonly seed?: string | undefined;
  readonly proxy?: string | undefined;
  readonly proxyChanges?: true | undefined;
  readonly proxySave?: true | undefined;
  readonly callbacks?: true | undefined;
  readonly workspace?: string | undefined;
}
