// A violation reported by the room checker.

/** The path is relative to the project, with `/`. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}
