// The ports of a transparent run in groups. A group is listened on once the command connects to one of its ports: all
// 65,535 listeners would take some 600 MB, and more open files than a process may have on many systems.

/** Number of groups, which is also the number of ports in each. */
export const GROUPS = 256;

/** Returns the ports of a group, of which port 0 is none. */
export function portsOf(group: number): readonly number[] {
  const ports = Array.from({ length: GROUPS }, (_, index) => group * GROUPS + index);
  return group === 0 ? ports.slice(1) : ports;
}
