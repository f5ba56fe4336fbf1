// What the room checker reports.

/** Something to put right; the path is relative to the project, with `/`. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}
