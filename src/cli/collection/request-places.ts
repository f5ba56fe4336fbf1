// The places of requests and of their tests in files, for annotations of changes.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import type { FilePlace, PlaceOf, RequestRun } from '../../runs/runner/events.ts';
import type { RunSources } from './sources.ts';

/** Files and folders that are looked through for those of requests. */
const MAX_FILES = 20_000;
const SUFFIXES: ReadonlySet<string> = new Set(['.bru', '.yml', '.yaml', '.http', '.rest']);

/** Returns the places in the collection of a run; `name` is the path that it was given by. */
export function requestPlaces(name: string, { stored, root }: RunSources): PlaceOf {
  const fileOf =
    stored === null ? filesBelow(name, root) : (run: RequestRun) => stored.paths.get(run.id) ?? null;
  const texts = new Map<string, string>();
  return (run, test) => {
    const path = fileOf(run);
    if (path === null) return null;
    const text = texts.get(path) ?? textOf(path);
    texts.set(path, text);
    return { file: relative(process.cwd(), path), line: lineOf(text, run, test) };
  };
}

/** Returns the files of a folder by the names of requests, or the one file that has all of them. */
function filesBelow(name: string, root: string | null): (run: RequestRun) => string | null {
  if (root === null) return () => null;
  const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) return () => name;
  const files = filesIn(root);
  return ({ folders, name: request }) =>
    files.find((file) => relative(root, withoutSuffix(file)) === join(...folders, request)) ??
    files.find((file) => basename(withoutSuffix(file)) === request) ??
    null;
}

function filesIn(root: string): readonly string[] {
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' }).slice(0, MAX_FILES);
  return entries.filter((entry) => SUFFIXES.has(extname(entry))).map((entry) => join(root, entry));
}

function withoutSuffix(file: string): string {
  return file.slice(0, -extname(file).length).replace(/\.request$/, '');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It was removed or renamed during the run: the first line stands for it.
    return '';
  }
}

/** Returns the line of the test, or else of the name of the request; the first for none. */
function lineOf(text: string, { name }: RequestRun, test?: string): FilePlace['line'] {
  const found = [test, name].flatMap((wanted) => (wanted === undefined || wanted === '' ? [] : [wanted]));
  const at = found.map((wanted) => indexIn(text, wanted)).find((index) => index >= 0) ?? 0;
  return text.slice(0, at).split('\n').length;
}

/** A text in quotes may be escaped as in JSON. */
function indexIn(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  return at >= 0 ? at : text.indexOf(JSON.stringify(JSON.stringify(wanted).slice(1, -1)).slice(1, -1));
}
