// The name of a file as people read it: the same on each machine, where it lies below the working directory.
import { isAbsolute, relative, sep } from 'node:path';

/** Returns the path from the working directory on; as it is for a file elsewhere. */
export function shownPath(path: string): string {
  const inside = relative(process.cwd(), path);
  return isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`) ? path : inside;
}
