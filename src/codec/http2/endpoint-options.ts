// Options of an HTTP/2 endpoint: its side, its limits, and the receiver of its events.
import {
  DEFAULT_WINDOW,
  FRAME,
  FRAME_HEADER_BYTES,
  PREFACE,
  SETTING,
  writeFrameHeader,
  writeUint32,
} from './frame.ts';
import type { FieldSection } from './hpack/decoder.ts';
import type { WaitingCeiling } from './receive-credit.ts';
import { settingsFrame } from './settings.ts';
import type { Http2Stream } from './stream.ts';

export interface EndpointHandler {
  /** Called with each request, as a server. A stream that has `remoteEnded` has no body. */
  request?(stream: Http2Stream, section: FieldSection): void;
  /** Called when the peer has sent settings. */
  settled?(): void;
  /** Called when no more streams may be opened. */
  leaving?(): void;
  /** Called when a stream has ended. */
  removed(): void;
  /** Called once, when the connection is of no more use. `reason`: what was wrong; null for nothing. */
  over(reason: string | null): void;
}

export interface EndpointOptions {
  readonly isServer: boolean;
  readonly handler: EndpointHandler;
  /** True to announce extended CONNECT (RFC 8441) from the beginning, as a server. */
  readonly extendedConnect?: boolean;
  /** Streams that the peer may have open. */
  readonly maxStreams: number;
  /** Bytes that the peer may send ahead on a stream; and on the connection. */
  readonly streamWindow: number;
  readonly connectionWindow: number;
  /** Largest field section, counted as in RFC 9113 section 6.5.2. */
  readonly maxFieldBytes: number;
  /** Limit of the bytes that all connections together hold for slow readers. */
  readonly ceiling: WaitingCeiling;
}

const EXTENDED_CONNECT: [number, number] = [SETTING.ENABLE_CONNECT_PROTOCOL, 1];

/** Returns the frame that announces extended CONNECT after the preface. */
export function extendedConnectFrame(): Buffer {
  return settingsFrame([EXTENDED_CONNECT]);
}

/** Returns an endpoint's first bytes: the preface of a client, the settings and the window of the connection. */
export function endpointPreface({
  isServer,
  extendedConnect = false,
  maxStreams,
  streamWindow,
  connectionWindow,
  maxFieldBytes,
}: EndpointOptions): Buffer {
  const ours: [number, number][] = isServer
    ? [[SETTING.MAX_CONCURRENT_STREAMS, maxStreams], ...(extendedConnect ? [EXTENDED_CONNECT] : [])]
    : [[SETTING.ENABLE_PUSH, 0]];
  const settings = settingsFrame([
    ...ours,
    [SETTING.INITIAL_WINDOW_SIZE, streamWindow],
    [SETTING.MAX_HEADER_LIST_SIZE, maxFieldBytes],
  ]);
  const window = Buffer.alloc(FRAME_HEADER_BYTES + 4);
  writeFrameHeader(window, 0, 4, FRAME.WINDOW_UPDATE, 0, 0);
  writeUint32(window, FRAME_HEADER_BYTES, connectionWindow - DEFAULT_WINDOW);
  return Buffer.concat(isServer ? [settings, window] : [PREFACE, settings, window]);
}
