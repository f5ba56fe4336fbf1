// Deadlines of calls, as sent in requests: `grpc-timeout` of gRPC and `connect-timeout-ms` of Connect.

/** Milliseconds of the units of `grpc-timeout`, from hours to nanoseconds. */
const UNITS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

/** Parses a `grpc-timeout` such as `500m`, in milliseconds; null when it is not valid. */
export function grpcTimeoutMs(value: string): number | null {
  const [, digits = '', unit = ''] = /^\s*(\d{1,8})([HMSmun])\s*$/.exec(value) ?? [];
  return digits === '' ? null : Number(digits) * (UNITS[unit] ?? 1);
}

/** Parses a `connect-timeout-ms` such as `500`; null when it is not valid. */
export function connectTimeoutMs(value: string): number | null {
  return /^\s*\d{1,10}\s*$/.test(value) ? Number(value) : null;
}
