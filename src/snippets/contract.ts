// What a code format is: a plug-in that writes one request as a program or command that sends it.

export interface SnippetHeader {
  readonly name: string;
  readonly value: string;
}

export type SnippetBody =
  | { readonly type: 'none' }
  /** What is sent is this text in UTF-8, exactly; it holds no NUL. */
  | { readonly type: 'text'; readonly text: string }
  /** What is sent cannot be written as text; `size` in bytes. */
  | { readonly type: 'binary'; readonly size: number };

/**
 * A request to write down. `url` and header values hold one char per byte, since they may be in any
 * charset; a URL without a path is that of `OPTIONS *`.
 */
export interface SnippetRequest {
  readonly method: string;
  readonly url: string;
  /** In order, all of them. */
  readonly headers: readonly SnippetHeader[];
  readonly body: SnippetBody;
  /** Whether `body` is what a compressed body decodes to: what was sent is something else, and binary. */
  readonly compressed: boolean;
}

export interface SnippetFormat {
  /** Stable, for commands and addresses. */
  readonly id: string;
  /** As menus show it. */
  readonly label: string;
  /** The whole text, without a line end behind the last line. */
  readonly render: (request: SnippetRequest) => string;
}

export function defineSnippet(format: SnippetFormat): SnippetFormat {
  return format;
}
