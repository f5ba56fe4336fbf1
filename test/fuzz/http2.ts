// Conversations of HTTP/2 clients, valid and mutated: first whole frames are mutated, then single bytes.
import {
  block,
  data,
  FLAG,
  frame,
  goaway,
  headers,
  literal,
  PREFACE,
  rstStream,
  SETTING,
  settings,
  settingsAck,
  TYPE,
  windowUpdate,
  type Line,
} from '../helpers/http2-frames.ts';
import type { Random } from './random.ts';

/** Returns the frames of a client, starting with the preface. */
export function conversation(authority: string, random: Random): Buffer[] {
  const control = (method: string, path: string): Line[] => [
    [':method', method],
    [':scheme', 'http'],
    [':authority', authority],
    [':path', path],
  ];
  const frames: Buffer[] = [
    PREFACE,
    settings([SETTING.initialWindowSize, random.pick([0, 100, 65_535, 1_000_000])]),
  ];
  for (let stream = 1; stream < 2 * random.int(6) + 3; stream += 2)
    frames.push(...exchange(stream, control, random));
  if (random.oneIn(3)) frames.splice(2 + random.int(frames.length - 1), 0, aside(random));
  return frames;
}

function exchange(
  stream: number,
  control: (method: string, path: string) => Line[],
  random: Random,
): Buffer[] {
  const extra: Line[] = random.oneIn(2)
    ? []
    : [
        ['x-a', 'b'.repeat(random.int(200))],
        ['cookie', 'a=1'],
      ];
  switch (random.int(7)) {
    case 0:
      return [
        headers(stream, [...control('POST', '/up'), ...extra], 0),
        data(stream, 'some ', 0),
        data(stream, 'body'),
      ];
    case 1:
      return [
        headers(stream, [...control('POST', '/up'), ['content-length', '4'], ...extra], 0),
        data(stream, 'body', 0),
        headers(stream, [['x-sum', '1']]),
      ];
    case 2: {
      const whole = block([...control('GET', '/split'), ...extra]);
      const at = random.int(whole.length);
      return [
        frame(TYPE.headers, FLAG.endStream, stream, whole.subarray(0, at)),
        frame(TYPE.continuation, FLAG.endHeaders, stream, whole.subarray(at)),
      ];
    }
    case 3:
      return [headers(stream, control('GET', '/reset')), rstStream(stream, random.int(14))];
    case 4: {
      const indexed = Buffer.concat([
        block(control('GET', '/table')),
        literal('x-t', 'v', 0x40),
        Buffer.from([0x80 | 62]),
      ]);
      return [frame(TYPE.headers, FLAG.endStream | FLAG.endHeaders, stream, indexed)];
    }
    case 5:
      return [
        headers(stream, [...control('HEAD', '/large'), ...extra]),
        windowUpdate(stream, 1 + random.int(100_000)),
      ];
    default:
      return [
        headers(stream, [...control('GET', '/large'), ...extra]),
        windowUpdate(0, 1 + random.int(1_000_000)),
      ];
  }
}

function aside(random: Random): Buffer {
  return random.pick([
    settingsAck,
    settings(
      [SETTING.headerTableSize, random.int(10_000)],
      [SETTING.maxFrameSize, 16_384 + random.int(1000)],
    ),
    frame(TYPE.ping, 0, 0, 'pingpong'),
    frame(TYPE.priority, 0, 1 + 2 * random.int(5), Buffer.from([0, 0, 0, 0, 9])),
    frame(0xfa, 0xff, random.int(9), 'unknown'),
    goaway(0, random.int(14), 'bye'),
  ]);
}

/** Mutates one to four places; once in ten times none. */
export function spoilt(conversation: readonly Buffer[], random: Random): Buffer {
  const frames: Buffer[] = conversation.map((one) => Buffer.from(one));
  if (random.oneIn(10)) return Buffer.concat(frames);
  for (let left = random.pick([1, 1, 1, 2, 3, 4]); left > 0; left -= 1)
    random.pick(ON_FRAMES)(frames, random);
  let bytes: Buffer = Buffer.concat(frames);
  if (random.oneIn(3)) bytes = random.pick(ON_BYTES)(bytes, random);
  return bytes;
}

type OnFrames = (frames: Buffer[], random: Random) => unknown;

/** Returns the index of a frame, mostly not the preface. */
function positionIn(frames: readonly Buffer[], random: Random): number {
  return random.oneIn(50) || frames.length < 2
    ? random.int(frames.length)
    : 1 + random.int(frames.length - 1);
}

function onOne(change: (one: Buffer, random: Random) => Buffer): OnFrames {
  return (frames, random) => {
    const at = positionIn(frames, random);
    const one = frames[at];
    if (one !== undefined && one.length >= 9) frames[at] = change(one, random);
  };
}

function with8(one: Buffer, at: number, value: number): Buffer {
  one[at] = value;
  return one;
}

const ON_FRAMES: readonly OnFrames[] = [
  (frames, random) => frames.splice(positionIn(frames, random), 1),
  (frames, random) =>
    frames.splice(positionIn(frames, random), 0, Buffer.from(frames[positionIn(frames, random)] ?? '')),
  (frames, random) => {
    const [one, other] = [positionIn(frames, random), positionIn(frames, random)];
    [frames[one], frames[other]] = [frames[other]!, frames[one]!];
  },
  (frames, random) => frames.splice(positionIn(frames, random), 0, aside(random)),
  onOne((one, random) => with8(one, 3, random.pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 255]))),
  onOne((one, random) => with8(one, 4, random.pick([0, 1, 4, 5, 8, 9, 12, 13, 32, 37, 45, 255]))),
  onOne((one, random) => {
    one.writeUInt32BE(random.pick([0, 1, 2, 3, 5, 99, 0x7fffffff, 0x80000001, 0xffffffff]), 5);
    return one;
  }),
  onOne((one, random) => {
    one.writeUIntBE(
      random.pick([0, 1, 4, 5, 8, 9, one.length - 8, one.length - 10, 16_384, 16_385, 0xffffff]) & 0xffffff,
      0,
      3,
    );
    return one;
  }),
  onOne((one, random) =>
    one.length === 9 ? one : with8(one, 9 + random.int(one.length - 9), random.int(256)),
  ),
  onOne((one, random) =>
    one.length === 9
      ? one
      : with8(
          one,
          9 + random.int(one.length - 9),
          random.pick([0, 13, 10, 32, 0x3f, 0x7f, 0x80, 0xbe, 0xff]),
        ),
  ),
  onOne((one, random) => {
    const payload = one.subarray(9, 9 + random.int(one.length - 8));
    return frame(one[3]!, one[4]!, one.readUInt32BE(5), payload);
  }),
  onOne((one, random) => {
    const payload = Buffer.concat([one.subarray(9), Buffer.alloc(random.int(40), random.int(256))]);
    return frame(one[3]!, one[4]!, one.readUInt32BE(5), payload);
  }),
];

const ON_BYTES: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, random) => with8(bytes, random.int(bytes.length), random.int(256)),
  (bytes, random) => bytes.subarray(0, random.int(bytes.length)),
  (bytes, random) => {
    const at = random.int(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.int(10))]);
  },
  (bytes, random) => {
    const [from, at] = [random.int(bytes.length), random.int(bytes.length)];
    return Buffer.concat([
      bytes.subarray(0, at),
      bytes.subarray(from, from + random.int(40)),
      bytes.subarray(at),
    ]);
  },
];
