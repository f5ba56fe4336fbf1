// Finds folders of a room that import each other in a circle, at every depth.
import type { Module } from './imports.ts';
import type { Violation } from './violation.ts';

/** An import between two children of one folder. A child is a folder, or a file that stands beside folders. */
interface Crossing {
  readonly parent: string;
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly line: number;
}

/**
 * Returns a violation for each pair of neighbouring folders or files whose imports are part of a circle, at the
 * first of these imports. The rooms themselves need no such check: their table has no circle.
 */
export function knots(modules: readonly Module[]): readonly Violation[] {
  const byParent = Map.groupBy(modules.flatMap(crossingsOf), ({ parent }) => parent);
  return [...byParent.values()].flatMap(knotsOfFolder);
}

function crossingsOf({ path, imports }: Module): readonly Crossing[] {
  return imports.flatMap(({ target, line }) => {
    if (target === null) return [];
    const own = path.split('/');
    const other = target.split('/');
    const depth = own.findIndex((part, index) => part !== other[index]);
    const [from, to] = [own[depth], other[depth]];
    if (from === undefined || to === undefined || depth < depthOfFolders(path)) return [];
    return [{ parent: own.slice(0, depth).join('/'), from, to, file: path, line }];
  });
}

/** Returns how many folders lead to those of a room: `ui` is one, `src` holds many, which their table compares. */
function depthOfFolders(path: string): number {
  return path.startsWith('ui/') ? 1 : 2;
}

function knotsOfFolder(crossings: readonly Crossing[]): readonly Violation[] {
  const byStart = Map.groupBy(crossings, ({ from }) => from);
  const leadsTo = new Map([...byStart.keys()].map((child) => [child, reachable(child, byStart)]));
  const knotted = crossings.filter(
    (each) => hasFolder(each) && leadsTo.get(each.to)?.has(each.from) === true,
  );
  const byPair = Map.groupBy(knotted, ({ from, to }) => `${from} ${to}`);
  return [...byPair.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [violationOf(first, others.length)],
  );
}

/** Returns false for two files: a circle of files alone is for `cycles`. */
function hasFolder({ from, to }: Crossing): boolean {
  return !from.includes('.') || !to.includes('.');
}

/** Returns the children that the imports of `start` lead to, over any number of steps. */
function reachable(start: string, byStart: ReadonlyMap<string, readonly Crossing[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [start];
  for (let child = open.pop(); child !== undefined; child = open.pop()) {
    for (const { to } of byStart.get(child) ?? []) {
      if (!found.has(to)) open.push(to);
      found.add(to);
    }
  }
  return found;
}

function violationOf({ parent, from, to, file, line }: Crossing, others: number): Violation {
  const more = others === 0 ? '' : `, as ${others} other ${others === 1 ? 'import does' : 'imports do'}`;
  return { file, line, reason: `leads from ${from} to ${to} in a circle within ${parent}/${more}` };
}
