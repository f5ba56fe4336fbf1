// A line of a file.

/** A line with its number. */
export interface Line {
  /** Without white space at its end. */
  readonly text: string;
  /** The whole line. */
  readonly raw: string;
  readonly number: number;
}
