// Several sizes of an icon in one file: ICO of Windows, ICNS of macOS. Both hold pictures as PNG.

/** Pictures by the length of their edge. */
export type Pictures = ReadonlyMap<number, Buffer>;

/** A header, an entry of 16 bytes for each picture, and the pictures. */
export function ico(pictures: Pictures): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.size, 4);
  let offset = 6 + 16 * pictures.size;
  const entries = Array.from(pictures, ([size, { length }]) => {
    const entry = Buffer.alloc(16);
    // 0 stands for 256.
    entry.set([size % 256, size % 256]);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures.values()]);
}

/** The types of pictures in ICNS by their edge, those of double density included. */
const ICNS_TYPES: ReadonlyMap<number, readonly string[]> = new Map([
  [16, ['icp4']],
  [32, ['icp5', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);

/** Blocks of type, length and picture, in a block of the whole. Pictures of other sizes are left out. */
export function icns(pictures: Pictures): Buffer {
  const blocks = Array.from(pictures, ([size, picture]) =>
    (ICNS_TYPES.get(size) ?? []).map((type) => block(type, picture)),
  );
  return block('icns', Buffer.concat(blocks.flat()));
}

function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}
