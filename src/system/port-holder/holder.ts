// A program that listens on a port.

export interface PortHolder {
  readonly pid: number;
  /** Such as `prometheus`; null when the system does not tell. */
  readonly name: string | null;
}
