// The parts of an `.http` file, as they are written. Lines are counted from 1.

/** `# @name value` */
export interface Directive {
  /** In lower case and without hyphens, which the dialects write differently. */
  readonly name: string;
  /** The name as it is written. */
  readonly written: string;
  readonly value: string;
  readonly line: number;
}

/** `@name = value` */
export interface FileVariable {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

export interface FileScript {
  /** `jetbrains` is written `{% … %}`, `httpyac` `{{ … }}`. */
  readonly dialect: 'jetbrains' | 'httpyac';
  /** Empty for one that is in another file. */
  readonly code: string;
  /** The path of another file; empty for none. */
  readonly file: string;
  /** The event of httpyac, such as `streaming`; empty for the usual one. */
  readonly event: string;
  readonly line: number;
}

/** A line that begins with a word of its own, such as `import`, `run`, `proto`, `gql`, `>>` or `<>`. */
export interface FileCommand {
  readonly word: string;
  readonly value: string;
  readonly line: number;
}

export interface FileHeader {
  readonly name: string;
  readonly value: string;
  /** False for a header that is a comment. */
  readonly enabled: boolean;
}

/** A part of a body: text, or the contents of a file. */
export type BodyPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'file';
      readonly path: string;
      /** True for `<@`, which replaces variables in the file. */
      readonly replaces: boolean;
      /** Empty for UTF-8. */
      readonly encoding: string;
    };

export interface FileRequest {
  /** Empty when none is written. */
  readonly method: string;
  readonly target: string;
  /** Such as `1.1`; empty when none is written. */
  readonly version: string;
  readonly headers: readonly FileHeader[];
  /** Templates such as `...{{headers}}`, each with the fields of an object. */
  readonly spreads: readonly string[];
  readonly body: readonly BodyPart[];
  readonly line: number;
}

/** The text between two separators. */
export interface Region {
  readonly line: number;
  /** The text after `###`. */
  readonly title: string;
  readonly comments: readonly string[];
  readonly directives: readonly Directive[];
  readonly variables: readonly FileVariable[];
  readonly before: readonly FileScript[];
  readonly after: readonly FileScript[];
  readonly commands: readonly FileCommand[];
  /** Assertions of httpyac without `??`. */
  readonly asserts: readonly string[];
  /** A command line; empty for none. */
  readonly curl: string;
  /** A response that is documented behind the request; empty for none. */
  readonly response: string;
  /** Null in a region that holds for the whole file. */
  readonly request: FileRequest | null;
}

/** A sentence about lines that mean nothing in any dialect. */
export interface FileProblem {
  readonly line: number;
  readonly text: string;
  /** True where a request may be lost. */
  readonly isBroken: boolean;
}

export interface ParsedHttpFile {
  readonly regions: readonly Region[];
  readonly problems: readonly FileProblem[];
}
