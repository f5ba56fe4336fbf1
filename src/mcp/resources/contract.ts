// The contract of a resource: data that an assistant may read by its URI.
import type { ToolContext } from '../tools/contract.ts';

export interface ResourceText {
  readonly mimeType: 'application/json' | 'text/markdown';
  /** JSON values are written as text; texts are returned as they are. */
  readonly value: unknown;
  /** True when it holds text that strangers wrote. */
  readonly isCaptured: boolean;
}

export interface ResourceReader {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: ResourceText['mimeType'];
  /** Resolves with the content. Rejects with an Error for the assistant. */
  read(context: ToolContext): Promise<ResourceText>;
}
