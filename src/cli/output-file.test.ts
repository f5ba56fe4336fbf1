import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { atomicOutput, openOutput } from '../base/atomic-output.ts';
import { fifo } from '../../test/helpers/fifo.ts';
import { writeToFile, type Writer } from './output-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-output-'));
  path = join(folder, 'out.har');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const hello: Writer = async (sink) => {
  sink.write('hel');
  await new Promise<void>((resolve) => sink.write('lo', () => resolve()));
};

test('the file is there when it is whole, and nothing else', async () => {
  await writeToFile(path, async (sink) => {
    expect(existsSync(path)).toBe(false);
    await hello(sink);
  });
  expect(readFileSync(path, 'utf8')).toBe('hello');
  expect(readdirSync(folder)).toEqual(['out.har']);
});

test.skipIf(process.platform === 'win32')('it is for the user alone', async () => {
  await writeToFile(path, hello);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('one that was there is replaced', async () => {
  writeFileSync(path, 'something longer');
  await writeToFile(path, hello);
  expect(readFileSync(path, 'utf8')).toBe('hello');
});

test('when writing fails, what was there stays', async () => {
  writeFileSync(path, 'before');
  const broken: Writer = async (sink) => {
    await hello(sink);
    throw new Error('the answer was cut');
  };
  await expect(writeToFile(path, broken)).rejects.toThrow(/^the answer was cut$/);
  expect(readFileSync(path, 'utf8')).toBe('before');
  expect(readdirSync(folder)).toEqual(['out.har']);
});

test('a folder that is not there', async () => {
  const nowhere = join(folder, 'no', 'out.har');
  await expect(writeToFile(nowhere, hello)).rejects.toThrow(
    `cannot write ${nowhere}: there is no folder ${join(folder, 'no')} (ENOENT)`,
  );
});

test('a folder in its place', async () => {
  mkdirSync(path);
  await expect(writeToFile(path, hello)).rejects.toThrow(`cannot write ${path}: `);
  expect(readdirSync(folder)).toEqual(['out.har']);
});

test.skipIf(process.platform === 'win32')('a link stays one, and its target is written', async () => {
  const target = join(folder, 'target');
  writeFileSync(target, '');
  symlinkSync(target, path);
  await writeToFile(path, hello);
  expect(readFileSync(target, 'utf8')).toBe('hello');
  expect(readdirSync(folder)).toEqual(['out.har', 'target']);
});

test.skipIf(process.platform === 'win32')('a device is written to and stays one', async () => {
  await writeToFile('/dev/null', hello);
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

describe.skipIf(process.platform === 'win32')('what is not a regular file stays what it is', () => {
  test('a pipe gets the bytes', async () => {
    const received = fifo(path);
    await writeToFile(path, hello);
    expect(await received).toBe('hello');
    expect(statSync(path).isFIFO()).toBe(true);
  });

  test('a link to nothing is written through', async () => {
    symlinkSync(join(folder, 'target'), path);
    await writeToFile(path, hello);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('hello');
  });
});

test.skipIf(!existsSync('/dev/full'))('a device that takes nothing is an error, and stays one', async () => {
  symlinkSync('/dev/full', path);
  await expect(writeToFile(path, hello)).rejects.toThrow(`cannot write ${path}: no space is left there`);
  expect(statSync(path).isCharacterDevice()).toBe(true);
});

test.skipIf(process.platform === 'win32')(
  'what a stranger put at the temporary name is not written',
  async () => {
    const output = await atomicOutput(path, '.part');
    symlinkSync(join(folder, 'victim'), `${path}.part`);
    await (await openOutput(output)).close();
    expect(existsSync(join(folder, 'victim'))).toBe(false);
  },
);
