// CBOR as a tree of its values.
import { readCbor } from '../../codec/cbor.ts';
import { binaryTree, defineView, mediaTypeOf } from './contract.ts';

export const cbor = defineView({
  id: 'cbor',
  title: 'CBOR',
  matches: (bytes, context) =>
    bytes.length > 0 && /^application\/(?:.*\+)?cbor(?:-seq)?$/.test(mediaTypeOf(context)),
  view: (bytes, context) => binaryTree(readCbor(bytes), bytes, context),
});
