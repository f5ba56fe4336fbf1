import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { nodeOptions } from './node-options.ts';

const PRELOAD = '/opt/proxyctl/node-proxy.cjs';

test('comes behind the options that were there, once', () => {
  expect(nodeOptions(undefined, PRELOAD)).toBe(`--require ${PRELOAD}`);
  expect(nodeOptions(' ', PRELOAD)).toBe(`--require ${PRELOAD}`);
  const options = nodeOptions('--max-old-space-size=512', PRELOAD);
  expect(options).toBe(`--max-old-space-size=512 --require ${PRELOAD}`);
  expect(nodeOptions(options, PRELOAD)).toBe(options);
});

test('a Windows path that needs no quotes has none', () => {
  expect(nodeOptions(undefined, 'C:\\proxyctl\\p.cjs')).toBe('--require C:\\proxyctl\\p.cjs');
  expect(nodeOptions(undefined, 'C:\\my files\\p.cjs')).toBe('--require "C:\\\\my files\\\\p.cjs"');
});

const names = process.platform === 'win32' ? ['plain', 'with space'] : ['plain', 'with space', 'q"uo\\te s'];

test.each(names)('Node loads the preload from a folder called %s', (name) => {
  using home = temporaryHome();
  const folder = join(home.path, name);
  mkdirSync(folder);
  const preload = join(folder, 'preload.cjs');
  writeFileSync(preload, 'process.stdout.write("loaded ")');
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', 'console.log(process.title)'], {
    env: { ...process.env, NODE_OPTIONS: nodeOptions('--title=mine', preload) },
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: 'loaded mine\n', stderr: '' });
});
