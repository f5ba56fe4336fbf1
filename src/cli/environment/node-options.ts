// NODE_OPTIONS. It makes every Node.js process of a wrapped command load a preload that adds proxy support to older
// releases.
import { fileURLToPath } from 'node:url';

/** Appends the option that loads the preload to the existing options. */
export function nodeOptions(existing: string | undefined, preload = preloadPath): string {
  const ours = `--require ${quoted(preload)}`;
  if (existing === undefined || existing.trim() === '') return ours;
  return existing.includes(ours) ? existing : `${existing} ${ours}`;
}

const preloadPath = fileURLToPath(new URL('./preload/node-proxy.cjs', import.meta.url));

// Node splits the variable at spaces; within double quotes, a backslash escapes. Node before version 12 does not know
// quotes, so a path is quoted only if it must be.
function quoted(path: string): string {
  return /[ "]/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path;
}
