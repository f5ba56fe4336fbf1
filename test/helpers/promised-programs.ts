// Runs once before all tests: in continuous integration the programs of .ci/programs.txt must be there, so that no test
// is skipped for want of one that was promised.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findProgram } from './need.ts';

const LIST = new URL('../../.ci/programs.txt', import.meta.url);

export default function setup(): void {
  if (process.env['CI'] !== 'true') return;
  const absent = promisedPrograms().filter((program) => !isThere(program));
  if (absent.length > 0)
    throw new Error(`not installed, though .ci/programs.txt promises it: ${absent.join(', ')}`);
}

function promisedPrograms(): readonly string[] {
  const lines = readFileSync(LIST, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(' ')[0]!);
}

function isThere(program: string): boolean {
  const [language, module] = program.split(':');
  if (language === 'python3' && module !== undefined)
    return succeeds('/usr/bin/python3', '-c', `import ${module}`);
  if (language === 'perl' && module !== undefined) return succeeds('perl', `-M${module}`, '-e', '');
  return findProgram(program) !== undefined;
}

function succeeds(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
