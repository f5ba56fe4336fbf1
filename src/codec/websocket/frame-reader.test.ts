// Frames by their rules: every combination of what a header can say, with the verdict as RFC 6455 gives it, worked
// out here from the fields, never from what the reader says.
import { describe, expect, test } from 'vitest';
import type { FrameRule, Sender } from './frame.ts';
import { FrameReader } from './frame-reader.ts';

interface Spec {
  readonly sender: Sender;
  readonly deflate: boolean;
  readonly fin: boolean;
  /** RSV1 to RSV3 as they stand in the first byte: 4, 2, 1. */
  readonly rsv: number;
  readonly opcode: number;
  readonly masked: boolean;
  readonly length: number;
  /** The encoding of the length. */
  readonly form: 7 | 16 | 64;
}

const PLAIN: Spec = {
  sender: 'server',
  deflate: false,
  fin: true,
  rsv: 0,
  opcode: 1,
  masked: false,
  length: 3,
  form: 7,
};
const KEY = [0x12, 0xab, 0x00, 0xff];

function bytesOf(
  { fin, rsv, opcode, masked, length, form }: Spec,
  payload = Buffer.alloc(length, 'x'),
): Buffer {
  const code = form === 7 ? length : form === 16 ? 126 : 127;
  const extended = Buffer.alloc(form === 7 ? 0 : form === 16 ? 2 : 8);
  if (form === 16) extended.writeUInt16BE(length);
  if (form === 64) extended.writeBigUInt64BE(BigInt(length));
  const head = Buffer.from([(fin ? 128 : 0) + rsv * 16 + opcode, (masked ? 128 : 0) + code]);
  const key = Buffer.from(masked ? KEY : []);
  const body = masked ? payload.map((byte, at) => byte ^ KEY[at % 4]!) : payload;
  return Buffer.concat([head, extended, key, body]);
}

/** Returns the rules of RFC 6455 that a first frame of a connection violates. */
function broken({ sender, deflate, fin, rsv, opcode, masked, length, form }: Spec): Set<FrameRule> {
  const rules = new Set<FrameRule>();
  // 5.2: "MUST be 0 unless an extension is negotiated". RFC 7692 6: only RSV1, only on the first frame of a message.
  const allowed = deflate && (opcode === 1 || opcode === 2) ? 4 : 0;
  if ((rsv & ~allowed) !== 0) rules.add('reserved-bits');
  // 5.2: 3 to 7 and B to F are reserved.
  if (![0, 1, 2, 8, 9, 10].includes(opcode)) rules.add('opcode');
  // 5.5: "MUST have a payload length of 125 bytes or less and MUST NOT be fragmented". Reserved control opcodes too.
  if (opcode >= 8 && (form !== 7 || !fin)) rules.add('control');
  // 5.1: a client masks, a server does not.
  if (masked !== (sender === 'client')) rules.add('mask');
  // 5.2: "the minimal number of bytes MUST be used".
  if ((form === 16 && length < 126) || (form === 64 && length < 65536)) rules.add('length');
  // 5.4: a continuation needs something to continue.
  if (opcode === 0) rules.add('order');
  return rules;
}

interface Outcome {
  readonly rule: FrameRule | null;
  /** Frames that were complete: opcode, fin, and payload bytes met, still masked, as latin1. */
  readonly frames: readonly string[];
}

function read(pieces: readonly Buffer[], sender: Sender, deflate: boolean): Outcome {
  const reader = new FrameReader(sender, deflate);
  const frames: string[] = [];
  let payload = '';
  for (const piece of pieces) {
    let at = 0;
    while (at < piece.length && reader.violation === null) {
      const before = at;
      at = reader.read(piece, at);
      expect(at).toBeGreaterThan(before);
      payload += piece.toString('latin1', reader.start, reader.end);
      if (!reader.done) continue;
      frames.push(`${reader.opcode} ${reader.fin} ${payload}`);
      payload = '';
    }
  }
  return { rule: reader.violation?.rule ?? null, frames };
}

/** The whole, byte by byte (of a long payload at its beginning), and cut in two at each of the first places. */
function slicings(bytes: Buffer): Buffer[][] {
  const cuts = Array.from({ length: Math.min(bytes.length, 20) }, (_, at) => at);
  const single = Math.min(bytes.length, 200);
  return [
    [bytes],
    [...Array.from({ length: single }, (_, at) => bytes.subarray(at, at + 1)), bytes.subarray(single)],
    ...cuts.map((at) => [bytes.subarray(0, at), bytes.subarray(at)]),
  ];
}

function check(spec: Spec): void {
  const rules = broken(spec);
  const bytes = bytesOf(spec);
  for (const pieces of slicings(bytes)) {
    const { rule, frames } = read(pieces, spec.sender, spec.deflate);
    if (rules.size === 0) {
      expect(rule).toBeNull();
      const payload = bytes.toString('latin1', bytes.length - spec.length);
      expect(frames).toEqual([`${spec.opcode} ${spec.fin} ${payload}`]);
    } else {
      expect(rules).toContain(rule);
      expect(frames).toEqual([]);
    }
  }
}

const both = [false, true] as const;
const senders = ['client', 'server'] as const;

const headers: Spec[] = senders.flatMap((sender) =>
  both.flatMap((deflate) =>
    both.flatMap((fin) =>
      [0, 1, 2, 4, 7].flatMap((rsv) =>
        Array.from({ length: 16 }, (_, opcode) => opcode).flatMap((opcode) =>
          both.map((masked) => ({ ...PLAIN, sender, deflate, fin, rsv, opcode, masked })),
        ),
      ),
    ),
  ),
);

describe('a header', () => {
  test.each(headers.map((spec) => [name(spec), spec] as const))('%s', (_name, spec) => check(spec));
});

const lengths: Spec[] = [0, 1, 124, 125, 126, 127, 128, 65534, 65535, 65536, 65537].flatMap((length) =>
  ([7, 16, 64] as const)
    .filter((form) => !(form === 7 && length > 125) && !(form === 16 && length > 65535))
    .flatMap((form) =>
      senders.flatMap((sender) =>
        [1, 2, 8, 9, 10].map((opcode) => ({
          ...PLAIN,
          sender,
          masked: sender === 'client',
          length,
          form,
          opcode,
        })),
      ),
    ),
);

describe('a length', () => {
  test.each(lengths.map((spec) => [name(spec), spec] as const))('%s', (_name, spec) => check(spec));

  test('with its highest bit set is refused, however long the rest is', () => {
    for (const first of [0x80, 0xff]) {
      const bytes = Buffer.from([0x82, 127, first, 0, 0, 0, 0, 1, 0, 0]);
      expect(read([bytes], 'server', false).rule).toBe('length');
    }
  });

  test('of the most that may be written is waited for', () => {
    const reader = new FrameReader('server', false);
    const header = Buffer.from([0x82, 127, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    expect(reader.read(header, 0)).toBe(header.length);
    expect(reader).toMatchObject({ violation: null, done: false, length: 2 ** 63 });
    expect(reader.read(Buffer.alloc(1000), 0)).toBe(1000);
    expect(reader.done).toBe(false);
  });
});

/** Frames in a row, by the letters T and B (text, binary), C (continuation), P (ping), X (close); small: not the last fragment. */
const ALPHABET = ['T', 't', 'B', 'b', 'C', 'c', 'P', 'X'];
const OPCODES: Readonly<Record<string, number>> = { T: 1, B: 2, C: 0, P: 9, X: 8 };

/** RFC 6455 5.4 as a walk over the letters; 5.5.1 for what stands behind a close. */
function brokenAt(letters: string): { readonly at: number; readonly rule: FrameRule } | null {
  let open = false;
  let closed = false;
  for (const [at, letter] of Array.from(letters).entries()) {
    if (letter === 'P') continue;
    if (letter === 'X') closed = true;
    else if (closed) return { at, rule: 'after-close' };
    else if (/c/i.test(letter) !== open) return { at, rule: 'order' };
    else open = letter === letter.toLowerCase();
  }
  return null;
}

const orders = ALPHABET.flatMap((a) => ALPHABET.flatMap((b) => ALPHABET.map((c) => a + b + c)));

describe('frames in a row', () => {
  test.each(orders)('%s', (letters) => {
    const bytes = Buffer.concat(
      Array.from(letters, (letter) => {
        const opcode = OPCODES[letter.toUpperCase()]!;
        return bytesOf({ ...PLAIN, opcode, fin: letter === letter.toUpperCase(), length: 0 });
      }),
    );
    const violation = brokenAt(letters);
    for (const pieces of slicings(bytes)) {
      const { rule, frames } = read(pieces, 'server', false);
      expect(rule).toBe(violation?.rule ?? null);
      expect(frames).toHaveLength(violation?.at ?? letters.length);
    }
  });
});

test('a place between two messages is known', () => {
  const reader = new FrameReader('server', false);
  const places: boolean[] = [];
  const bytes = Buffer.from([0x01, 1, 97, 0x89, 0, 0x80, 1, 98, 0x82, 0]);
  for (let at = 0; at < bytes.length; at += 1) {
    reader.read(bytes.subarray(at, at + 1), 0);
    places.push(reader.atBoundary);
  }
  expect(places).toEqual([...Array<boolean>(7).fill(false), true, false, true]);
});

test('a header that is refused can be passed on as it came', () => {
  for (const cut of [0, 1, 2, 3]) {
    const reader = new FrameReader('client', false);
    const bytes = Buffer.from([0xf1, 0x83, 1, 2, 3, 4, 5, 6, 7]);
    reader.read(bytes.subarray(0, cut), 0);
    expect(reader.read(bytes.subarray(cut), 0)).toBe(6 - cut);
    expect(reader.rejected).toEqual(bytes.subarray(0, 6));
  }
});

function name({ sender, deflate, fin, rsv, opcode, masked, length, form }: Spec): string {
  return [
    sender,
    deflate ? 'deflate' : 'plain',
    `opcode ${opcode}`,
    fin ? 'fin' : 'more',
    `rsv ${rsv}`,
    masked ? 'masked' : 'bare',
    `${length} bytes`,
    `length of ${form} bits`,
  ].join(', ');
}
