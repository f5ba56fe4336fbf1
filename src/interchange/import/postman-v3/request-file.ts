// The file of a request, with its examples and messages.
import type { JsonObject } from '../../../documents/json-values.ts';
import type { AuthRules } from './auth.ts';

export interface RequestFile {
  readonly fields: JsonObject;
  readonly id: string;
  /** The file name without its ending. It is the name of the request unless the file has another one. */
  readonly stem: string;
  /** Saved responses of version 2.1. */
  readonly examples: readonly JsonObject[];
  /** Messages of a conversation, in order. */
  readonly messages: readonly JsonObject[];
  readonly rules: AuthRules;
}
