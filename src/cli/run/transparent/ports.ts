// The ports of a transparent run in groups. The listeners of a group start when the command first connects to one of
// its ports. All 65,535 listeners would take some 600 MB, and exceed the open-file limit on many systems.

/** The number of groups, and also the number of ports in each. */
export const GROUPS = 256;

/** Returns the ports of a group, without port 0. */
export function portsOf(group: number): readonly number[] {
  const ports = Array.from({ length: GROUPS }, (_, index) => group * GROUPS + index);
  return group === 0 ? ports.slice(1) : ports;
}
