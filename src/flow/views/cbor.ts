// CBOR as a tree of its values.
import { readCbor } from '../../codec/cbor.ts';
import { binaryFault, cutNotes, defineView, typeOf } from './contract.ts';

export const cbor = defineView({
  id: 'cbor',
  title: 'CBOR',
  matches: (bytes, context) =>
    bytes.length > 0 && /^application\/(?:.*\+)?cbor(?:-seq)?$/.test(typeOf(context)),
  view: (bytes, { complete }) => {
    const { nodes, fault } = readCbor(bytes);
    return { type: 'tree', nodes, notes: cutNotes(complete), fault: complete ? binaryFault(fault) : null };
  },
});
