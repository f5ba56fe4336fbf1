// gRPC metadata as header fields. Binary values are base64, in fields whose names end in `-bin`.
import { Metadata } from '@grpc/grpc-js';
import { messageOf, UserError } from '../../../base/errors.ts';
import type { HeaderField } from '../../auth/contract.ts';

/** Builds the metadata. Throws an Error that names an invalid field. */
export function metadataOf(headers: readonly HeaderField[]): Metadata {
  const metadata = new Metadata();
  for (const { name, value } of headers)
    try {
      metadata.add(name, name.toLowerCase().endsWith('-bin') ? Buffer.from(value, 'base64') : value);
    } catch (error) {
      throw new UserError('INVALID_DATA', `the metadata ${name} cannot be sent: ${messageOf(error)}`, {
        cause: error,
      });
    }
  return metadata;
}

export function fieldsOf(metadata: Metadata): readonly HeaderField[] {
  return Object.keys(metadata.getMap()).flatMap((name) =>
    metadata.get(name).map((value) => ({
      name,
      value: typeof value === 'string' ? value : value.toString('base64'),
    })),
  );
}
