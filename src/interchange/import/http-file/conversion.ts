// Types of what a request of a file depends on.
import type { Region } from '../../../documents/http-file/index.ts';
import type { Variable } from '../../../collections/model/values.ts';
import type { FileScope, OpenFile } from './file-scope.ts';
import type { OutsideVariables } from './outside.ts';

export interface Conversion {
  readonly outside: OutsideVariables;
  /** True where environments win over the variables of a file unless each request has them. */
  readonly isAlone: boolean;
}

/** A request with what it depends on. */
export interface RequestInput {
  readonly region: Region;
  /** The file that holds it, which may be an imported one. */
  readonly file: OpenFile;
  /** Regions whose commands apply to it. */
  readonly shared: readonly Region[];
  readonly scope: FileScope;
  readonly conversion: Conversion;
  readonly variables: readonly Variable[];
}
