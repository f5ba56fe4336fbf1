// Paths of the modules of a script: relative to the folder of the script, with `/` between names.

/**
 * Resolves what a module imports, such as `./a.js` or `../b.js`, from its own path. A path that is not relative, or
 * that leads out of the folder, stays as it is, and so names no module.
 */
export function modulePath(base: string, name: string): string {
  if (!/^\.{1,2}\//.test(name)) return name;
  const names = base.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '.' || part === '') continue;
    if (part !== '..') names.push(part);
    else if (names.pop() === undefined) return name;
  }
  return names.join('/');
}
