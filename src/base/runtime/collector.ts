// Makes V8's garbage collector callable.
import v8 from 'node:v8';
import vm from 'node:vm';

export interface CollectOptions {
  /** `minor`: of young objects only. */
  readonly type: 'minor' | 'major';
  /** `last-resort`: frees all that it can, and returns unused memory to the system. */
  readonly flavor?: 'regular' | 'last-resort';
}

export type Collect = (options: CollectOptions) => void;

/** Returns V8's collector. V8 exposes it only in contexts created after a flag is set. */
export function collector(): Collect {
  v8.setFlagsFromString('--expose-gc');
  const collect: unknown = vm.runInNewContext('gc');
  v8.setFlagsFromString('--no-expose-gc');
  return isCollector(collect) ? collect : () => undefined;
}

function isCollector(value: unknown): value is Collect {
  return typeof value === 'function';
}
