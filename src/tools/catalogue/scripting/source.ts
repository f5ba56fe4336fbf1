// The code of a rule: its own text, or a file and its imports. The files are read again when one of them changes.
import { WatchedFile } from '../../watched-file.ts';
import { readScript, type ScriptCode } from './modules.ts';

const CHECK_INTERVAL_MS = 100;

export interface ScriptSource {
  /** Returns the current code, the same object until it changes; null when no code could be read. Never rejects. */
  code(): ScriptCode | null | Promise<ScriptCode | null>;
}

export function textSource(code: string): ScriptSource {
  const script = { code, modules: null };
  return { code: () => script };
}

/** Calls `onError` once for each reason why the file cannot be read. The last readable code stays in use. */
export function fileSource(path: string, onError: (reason: string) => void): ScriptSource {
  const file = new WatchedFile(path, {
    load: readScript,
    alsoWatched: ({ paths }) => paths,
    onError: (reason) => onError(`the file ${path} cannot be read: ${reason}`),
    intervalMs: CHECK_INTERVAL_MS,
  });
  return { code: () => file.current() };
}
