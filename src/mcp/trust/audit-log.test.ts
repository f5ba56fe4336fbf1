// The log of calls holds no secrets; what takes a change back is kept apart.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntry, AuditLog } from './audit-log.ts';
import { takeBack } from '../take-back.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'proxyctl-audit-'));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

const SECRET = 'correct horse';
const call = {
  client: 'test',
  tool: 'update_settings',
  params: {},
  startedAt: 0,
  outcome: 'ok',
  error: '',
} as const;
const undoCall = { method: 'update_settings', params: { changes: { proxyPassword: SECRET } } };
const undo = { calls: [undoCall] };

const fileOf = (name: string): string => join(home, name);
const textOf = (name: string): string => readFileSync(fileOf(name), 'utf8');
const modeOf = (name: string): number => statSync(fileOf(name)).mode & 0o777;

test('what takes a change back is in a file of its own, and serves after a restart', async () => {
  const entry = auditEntry(call);
  const log = new AuditLog(home);
  await log.add(entry, undo);
  await log.add(auditEntry(call));
  expect(textOf('mcp-log.ndjson')).not.toContain(SECRET);
  expect([modeOf('mcp-log.ndjson'), modeOf('mcp-undo.ndjson')]).toEqual([0o600, 0o600]);
  const later = new AuditLog(home);
  const entries = await later.entries();
  expect(entries.map((each) => each.undo)).toEqual([true, false]);
  expect(JSON.stringify(entries)).not.toContain(SECRET);
  expect(await later.undoOf(entry.id)).toEqual(undo);
  expect(await later.undoOf(entries[1]!.id)).toBeNull();
});

test('taking a change back calls with the secret, and logs without it', async () => {
  const log = new AuditLog(home);
  await log.add(auditEntry(call), undo);
  const [entry] = await log.entries();
  const calls: unknown[] = [];
  const proxy = {
    rpc: (method: string, params: unknown) => Promise.resolve(void calls.push([method, params])),
  };
  await takeBack(entry!, { log, proxy, client: 'test' });
  expect(calls).toEqual([[undoCall.method, undoCall.params]]);
  expect(textOf('mcp-log.ndjson')).not.toContain(SECRET);
  expect((await log.entries()).at(-1)).toMatchObject({ undoes: entry!.id, undo: false });
  rmSync(fileOf('mcp-undo.ndjson'));
  await log.add({ ...auditEntry(call), undo: true }, undo);
  rmSync(fileOf('mcp-undo.ndjson'));
  const lost = (await log.entries()).at(-1)!;
  await expect(takeBack(lost, { log, proxy, client: 'test' })).rejects.toThrow('no longer kept');
});

test('a log of an earlier version is separated, and others can no longer read it', async () => {
  const entry = auditEntry(call);
  const lines = [
    { ...entry, id: 'one', undo: undoCall },
    { ...entry, id: 'two', undo: null },
  ].map((line) => JSON.stringify(line));
  writeFileSync(fileOf('mcp-log.ndjson'), `${lines.join('\n')}\n{"id":"cut`);
  chmodSync(fileOf('mcp-log.ndjson'), 0o644);
  const log = new AuditLog(home);
  expect((await log.entries()).map(({ id, undo: can }) => [id, can])).toEqual([
    ['one', true],
    ['two', false],
  ]);
  expect(textOf('mcp-log.ndjson')).not.toContain(SECRET);
  expect(modeOf('mcp-log.ndjson')).toBe(0o600);
  expect(await log.undoOf('one')).toEqual(undo);
});
