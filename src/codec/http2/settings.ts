// SETTINGS (RFC 9113 section 6.5): the limits that a peer sets for us.
import { ERROR_CODE } from './error-codes.ts';
import {
  DEFAULT_FRAME_BYTES,
  DEFAULT_WINDOW,
  FRAME,
  FRAME_HEADER_BYTES,
  MAX_FRAME_BYTES,
  MAX_WINDOW,
  SETTING,
  uint32,
  writeFrameHeader,
  writeUint32,
} from './frame.ts';

const ENTRY_BYTES = 6;

export interface PeerSettings {
  headerTableBytes: number;
  /** Streams that we may have open. */
  maxStreams: number;
  initialWindow: number;
  maxFrameBytes: number;
  /** True when the peer takes extended CONNECT (RFC 8441). */
  extendedConnect: boolean;
}

/** Returns the settings in effect until a peer sends its own. */
export function defaultSettings(): PeerSettings {
  return {
    headerTableBytes: 4096,
    maxStreams: 100,
    initialWindow: DEFAULT_WINDOW,
    maxFrameBytes: DEFAULT_FRAME_BYTES,
    extendedConnect: false,
  };
}

/** Applies the payload of a SETTINGS frame to `settings`; returns an error code, or null. */
export function readSettings(
  settings: PeerSettings,
  bytes: Buffer,
  start: number,
  end: number,
  fromServer: boolean,
): number | null {
  for (let at = start; at < end; at += ENTRY_BYTES) {
    const id = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    const value = uint32(bytes, at + 2);
    if (id === SETTING.HEADER_TABLE_SIZE) settings.headerTableBytes = value;
    else if (id === SETTING.ENABLE_PUSH) {
      if (value > 1 || (fromServer && value === 1)) return ERROR_CODE.PROTOCOL_ERROR;
    } else if (id === SETTING.MAX_CONCURRENT_STREAMS) settings.maxStreams = value;
    else if (id === SETTING.INITIAL_WINDOW_SIZE) {
      if (value > MAX_WINDOW) return ERROR_CODE.FLOW_CONTROL_ERROR;
      settings.initialWindow = value;
    } else if (id === SETTING.MAX_FRAME_SIZE) {
      if (value < DEFAULT_FRAME_BYTES || value > MAX_FRAME_BYTES) return ERROR_CODE.PROTOCOL_ERROR;
      settings.maxFrameBytes = value;
    } else if (id === SETTING.ENABLE_CONNECT_PROTOCOL) {
      if (value > 1) return ERROR_CODE.PROTOCOL_ERROR;
      settings.extendedConnect = value === 1;
    }
  }
  return null;
}

/** Returns a SETTINGS frame. */
export function settingsFrame(entries: readonly (readonly [id: number, value: number])[]): Buffer {
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + entries.length * ENTRY_BYTES);
  writeFrameHeader(frame, 0, entries.length * ENTRY_BYTES, FRAME.SETTINGS, 0, 0);
  for (const [index, [id, value]] of entries.entries()) {
    const at = FRAME_HEADER_BYTES + index * ENTRY_BYTES;
    frame[at] = id >>> 8;
    frame[at + 1] = id;
    writeUint32(frame, at + 2, value);
  }
  return frame;
}
