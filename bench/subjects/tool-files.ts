// Rules of debugging tools for measures, as `run --tools` reads them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface ToolFile {
  readonly enabled: boolean;
  readonly rules: readonly object[];
}

/** Writes the file into `folder`, and returns its path. */
export function writeTools(folder: string, tools: Readonly<Record<string, ToolFile>>): string {
  const path = join(folder, 'tools.json');
  writeFileSync(path, JSON.stringify({ version: 1, tools }));
  return path;
}

const body = 'x'.repeat(1024);

/** A rule for each tool, all of them off. */
export const ALL_OFF: Readonly<Record<string, ToolFile>> = Object.fromEntries(
  ['blockList', 'mapLocal', 'mapRemote', 'alerts', 'networkConditions'].map((tool) => [
    tool,
    { enabled: false, rules: [{ name: 'off' }] },
  ]),
);

/** 1,000 rules that match nothing: 900 hosts, 80 hosts with wildcards, 20 regular expressions. */
export const THOUSAND: Readonly<Record<string, ToolFile>> = {
  blockList: { enabled: true, rules: numbered(300, (n) => ({ pattern: `https://host${n}.example.com/*` })) },
  mapLocal: {
    enabled: true,
    rules: [
      ...numbered(600, (n) => ({ pattern: `api${n}.example.org/v1/*`, body })),
      ...numbered(80, (n) => ({ pattern: `*.wild${n}.example.net/*`, body })),
    ],
  },
  mapRemote: {
    enabled: true,
    rules: numbered(20, (n) => ({
      pattern: `^https?://[^/]*service${n}\\.example\\.com/api/v\\d+/(users|orders)/\\d+$`,
      patternType: 'regex',
      to: { path: '/elsewhere' },
    })),
  },
};

/** A rule that matches every request and sets a field of it. */
export const MATCH: Readonly<Record<string, ToolFile>> = {
  mapRemote: {
    enabled: true,
    rules: [{ pattern: '*', requestHeaders: [{ op: 'set', name: 'X-Bench', value: '1' }] }],
  },
};

/** A script that runs for every request and changes it. */
export const SCRIPT: Readonly<Record<string, ToolFile>> = {
  scripting: {
    enabled: true,
    rules: [
      {
        name: 'bench',
        code: 'function onRequest(context, url, request) { request.headers["X-Seen"] = "1"; }',
        runOnResponse: false,
      },
    ],
  },
};

export const ANSWERED: Readonly<Record<string, ToolFile>> = {
  mapLocal: {
    enabled: true,
    rules: [{ pattern: '*', headers: [{ name: 'Content-Type', value: 'text/plain' }], body }],
  },
};

function numbered(count: number, rule: (n: number) => object): object[] {
  return Array.from({ length: count }, (_, n) => rule(n));
}
