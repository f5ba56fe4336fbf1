// The contract of a kind of request that is not HTTP: it writes its own fields.
import type { SavedRequest } from '../../../../collections/model/request.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface WrittenProtocol {
  /** In place of those of a request over HTTP; undefined removes one. */
  readonly fields: Fields;
  /** A file for each message. */
  readonly messages: readonly WrittenMessage[];
}

export interface WrittenMessage {
  /** Empty without one. */
  readonly name: string;
  readonly fields: Fields;
}

export interface ProtocolWriter {
  /** Such as `grpc-request`. */
  readonly kind: string;
  write(request: SavedRequest): WrittenProtocol;
}
