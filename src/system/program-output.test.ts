// Names of programs with letters outside ASCII, from the bytes that Windows prints in its OEM code page.
import { describe, expect, test } from 'vitest';
import { tasklistNames } from './apps/windows.ts';
import { programRunner } from './commands.ts';
import { oemCodePage, oemOutput, utf8Output } from './program-output.ts';

/** A line of `tasklist /FO CSV /NH`, with the bytes of a name. */
const tasklist = (name: readonly number[]): Buffer =>
  Buffer.concat([
    Buffer.from('"'),
    Buffer.from(name),
    Buffer.from('.exe","4711","Console","1","9.120 K"\r\n'),
  ]);

const in850 = [0x47, 0x72, 0x94, 0xe1, 0x65];

test.each([
  ['Größe', 850, in850],
  ['Größe', 858, in850],
  ['Größe', 437, in850],
  ['Łódź', 852, [0x9d, 0xa2, 0x64, 0xab]],
  ['Почта', 866, [0x8f, 0xae, 0xe7, 0xe2, 0xa0]],
  ['日本', 932, [0x93, 0xfa, 0x96, 0x7b]],
  ['微信', 936, [0xce, 0xa2, 0xd0, 0xc5]],
  ['Größe', 65_001, [...Buffer.from('Größe')]],
])('%s in code page %d', async (name, codePage, bytes) => {
  const decode = oemOutput(() => Promise.resolve(codePage));
  expect(tasklistNames(await decode(tasklist(bytes))).get('4711')).toBe(name);
});

describe('the code page', () => {
  test('is asked for when an output is not UTF-8, once', async () => {
    let asked = 0;
    const decode = oemOutput(() => {
      asked += 1;
      return Promise.resolve(850);
    });
    expect(await decode(Buffer.from('"Größe.exe"'))).toBe('"Größe.exe"');
    expect(asked).toBe(0);
    await decode(tasklist(in850));
    await decode(tasklist(in850));
    expect(asked).toBe(1);
  });

  test('that is not known leaves all that is ASCII', async () => {
    const text = await oemOutput(() => Promise.resolve(null))(tasklist(in850));
    expect(tasklistNames(text).get('4711')).toMatch(/^Gr.*e$/);
  });

  test('is read from what reg prints', () => {
    const output = [
      '',
      String.raw`HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Control\Nls\CodePage`,
      '    OEMCP    REG_SZ    850',
      '',
    ].join('\r\n');
    expect(oemCodePage(output)).toBe(850);
    expect(
      oemCodePage('ERROR: The system was unable to find the specified registry key or value.'),
    ).toBeNull();
  });
});

test('a program that runs: its bytes are decoded, its exit code is kept', async () => {
  const script = `process.stdout.write(Buffer.from([${in850.join()}])); process.stderr.write('ö'); process.exitCode = 3`;
  const run = programRunner(
    10_000,
    oemOutput(() => Promise.resolve(850)),
  );
  expect(await run(process.execPath, ['-e', script])).toEqual({
    code: 3,
    stdout: 'Größe',
    stderr: 'ö',
    isMissing: false,
  });
  const missing = await programRunner(10_000, utf8Output)('/nowhere/program', []);
  expect(missing).toEqual({ code: null, stdout: '', stderr: '', isMissing: true });
});
