// The error codes of HTTP/2 (RFC 9113 section 7).

/** The codes, by the names of the RFC. */
export const ERROR_CODE = {
  NO_ERROR: 0x0,
  PROTOCOL_ERROR: 0x1,
  INTERNAL_ERROR: 0x2,
  FLOW_CONTROL_ERROR: 0x3,
  SETTINGS_TIMEOUT: 0x4,
  STREAM_CLOSED: 0x5,
  FRAME_SIZE_ERROR: 0x6,
  REFUSED_STREAM: 0x7,
  CANCEL: 0x8,
  COMPRESSION_ERROR: 0x9,
  CONNECT_ERROR: 0xa,
  ENHANCE_YOUR_CALM: 0xb,
  INADEQUATE_SECURITY: 0xc,
  HTTP_1_1_REQUIRED: 0xd,
} as const;

const NAMES = new Map<number, string>(Object.entries(ERROR_CODE).map(([name, code]) => [code, name]));

/** Returns the name of an error code, or `error code N` for an unknown one. */
export function errorName(code: number): string {
  return NAMES.get(code) ?? `error code ${code}`;
}
