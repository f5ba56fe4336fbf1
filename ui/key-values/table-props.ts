// The properties of a key-value table.
import type { ReactNode } from 'react';
import type { VariableSource } from '../editor/variable-source.ts';
import type { KeyValue } from './key-value.ts';

/** A field that the app adds by itself. */
export interface AutomaticField {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

export interface KeyValueTableProps {
  readonly label: string;
  readonly rows: readonly KeyValue[];
  readonly onChange: (rows: readonly KeyValue[]) => void;
  readonly variables: VariableSource;
  /** Names that complete a name, such as those of headers. */
  readonly names?: readonly string[];
  readonly automatic?: readonly AutomaticField[];
  /** Returns the reason why a row is wrong. */
  readonly check?: (row: KeyValue) => string | null;
  /** True for path variables, whose names come from elsewhere. */
  readonly fixedNames?: boolean;
  readonly hasDescriptions?: boolean;
  /** Returns the usual values of a name. */
  readonly valuesFor?: (name: string) => readonly string[];
  /** Shown in the head, beside the count. */
  readonly note?: ReactNode;
  /** Shown at the end of the head. */
  readonly actions?: ReactNode;
}
