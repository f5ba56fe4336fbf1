// NODE_OPTIONS, by which every Node.js of a wrapped command loads the preload that gives older releases a proxy.
import { fileURLToPath } from 'node:url';

/** The option to load the preload behind the options that were there. */
export function nodeOptions(existing: string | undefined, preload = preloadPath): string {
  const ours = `--require ${quoted(preload)}`;
  if (existing === undefined || existing.trim() === '') return ours;
  return existing.includes(ours) ? existing : `${existing} ${ours}`;
}

const preloadPath = fileURLToPath(new URL('./preload/node-proxy.cjs', import.meta.url));

// Node splits at spaces; within double quotes a backslash escapes. Before Node 12 there were no quotes at all, so that a
// path that needs none gets none.
function quoted(path: string): string {
  return /[ "]/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path;
}
