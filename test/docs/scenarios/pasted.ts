// Pastes the blocks of a page into a shell, in a network of its own: the ports of the page are free, and there is no
// internet. Prints what each block has said.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { launcher } from '../../helpers/cli.ts';
import { collected } from '../../helpers/collect.ts';
import { blocksOf, pageText } from '../pasted-pages.ts';

const MARK = '--- end of a block ---';
const [folder = '', page = ''] = process.argv.slice(2);

const bin = join(folder, 'bin');
mkdirSync(bin);
const program = (name: string, script: string): void =>
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
program('proxyctl', `exec '${process.execPath}' '${launcher}' "$@"`);
// The package is installed already.
program('npm', '[ "$*" = "install -g proxyctl" ]');

const home = join(folder, 'me');
mkdirSync(home, { mode: 0o700 });
const path = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
const shell = spawn('bash', [], {
  cwd: home,
  env: { PATH: path, HOME: home, SHELL: '/bin/bash', NO_COLOR: '1' },
});
// One pipe for both, as on a terminal.
shell.stdin.write('exec 2>&1\n');
// All blocks at once, so that a program that reads standard input would take the rest of them.
for (const { script } of blocksOf(pageText(page))) shell.stdin.write(`${script}\necho '${MARK}'\n`);
shell.stdin.end();
const output = collected(shell.stdout);
await once(shell, 'exit');
const said = (await output).toString().replaceAll(home, '/home/me');
process.stdout.write(JSON.stringify(said.split(`${MARK}\n`)));
