// One cell of a row.
import type { ReactNode } from 'react';

/** The content of one cell. */
export interface Cell {
  readonly content: ReactNode;
  /** The whole value, when the cell may cut it. */
  readonly title?: string | undefined;
  /** A class in addition to that of the column. */
  readonly look?: string | undefined;
}
