// The contract of a code format: a plug-in that writes a request as a program or command that sends it.

export interface SnippetHeader {
  readonly name: string;
  readonly value: string;
}

export type SnippetBody =
  | { readonly type: 'none' }
  /** The body is exactly this text in UTF-8, which contains no NUL. */
  | { readonly type: 'text'; readonly text: string }
  /** The body cannot be written as text; `size` is in bytes. */
  | { readonly type: 'binary'; readonly size: number };

/**
 * A request to write. `url` and header values hold one char per byte, because they may be in any charset. A URL
 * without a path stands for `OPTIONS *`.
 */
export interface SnippetRequest {
  readonly method: string;
  readonly url: string;
  /** All headers, in order. */
  readonly headers: readonly SnippetHeader[];
  readonly body: SnippetBody;
  /** True when `body` is decoded, while the body that was sent is compressed and therefore binary. */
  readonly compressed: boolean;
  /** True when a library may add its own User-Agent, Accept and Accept-Encoding: nobody has captured the request. */
  readonly mayAddHeaders?: boolean;
}

export interface SnippetFormat {
  /** A stable identifier, for commands and addresses. */
  readonly id: string;
  /** The label in menus. */
  readonly label: string;
  /** Returns the whole text, without a line end after the last line. */
  readonly render: (request: SnippetRequest) => string;
}

export function defineSnippet(format: SnippetFormat): SnippetFormat {
  return format;
}
