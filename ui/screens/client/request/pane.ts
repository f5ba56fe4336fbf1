// The properties of every editor of a request.
import type { VariableSource } from '../../../editor/variable-source.ts';
import type { RequestView } from './fields.ts';

export interface PaneProps {
  readonly tabKey: string;
  readonly request: RequestView;
  readonly variables: VariableSource;
  /** True for a request that opens a connection, which stays until it is closed. */
  readonly staysOpen?: boolean;
}
