// CBOR as a tree of its values.
import { readCbor } from '../../codec/cbor.ts';
import { binaryError, truncationNotes, defineView, mediaTypeOf } from './contract.ts';

export const cbor = defineView({
  id: 'cbor',
  title: 'CBOR',
  matches: (bytes, context) =>
    bytes.length > 0 && /^application\/(?:.*\+)?cbor(?:-seq)?$/.test(mediaTypeOf(context)),
  view: (bytes, { complete }) => {
    const { nodes, error } = readCbor(bytes);
    return {
      type: 'tree',
      nodes,
      notes: truncationNotes(complete),
      error: complete ? binaryError(error) : null,
    };
  },
});
