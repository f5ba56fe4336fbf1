// Which files a collection may send: their paths come from whoever made it, and not everything on this machine is for
// whoever receives it.
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { FileAllowed } from '../protocols/http/body.ts';

/** Those in these folders, links resolved, and no hidden ones, which hold keys and settings. */
export function filesIn(roots: readonly string[]): FileAllowed {
  return (path) => {
    const [first = '.'] = roots;
    const found = existing(isAbsolute(path) ? path : resolve(first, path));
    const places = roots.map((root) => relative(existing(root), found)).filter(isInside);
    if (places.length === 0)
      throw new Error(`the file ${path} of its body lies outside of ${roots.join(' and ')}: it is not sent`);
    if (places.every(isHidden)) throw new Error(`the file ${path} of its body is hidden: it is not sent`);
    return found;
  };
}

function isInside(place: string): boolean {
  return place !== '' && place !== '..' && !place.startsWith(`..${sep}`) && !isAbsolute(place);
}

function isHidden(place: string): boolean {
  return place.split(sep).some((part) => part.startsWith('.'));
}

/** With links resolved, as far as it is there. */
function existing(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
