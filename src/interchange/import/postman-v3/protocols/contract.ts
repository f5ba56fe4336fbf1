// The contract of a kind of request that is not HTTP: it reads its own fields from a file.
import type { JsonObject } from '../../../../documents/json-values.ts';
import type { newRequest } from '../../../../collections/model/request.ts';
import type { ImportContext } from '../../shared/import-context.ts';

type Given = Parameters<typeof newRequest>[0];

/** The fields of the type, and what differs from a request over HTTP. */
export type Protocol = Partial<Omit<Given, 'id' | 'name'>>;

export interface ProtocolFile {
  readonly fields: JsonObject;
  /** The files of its messages, in order. */
  readonly messages: readonly JsonObject[];
}

export type ReadProtocol = (file: ProtocolFile, context: ImportContext) => Protocol;
