// Completion in the shells that are installed, by their own means.
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { launcher } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';

const home = temporaryHome();
const folder = mkdtempSync(join(tmpdir(), 'proxyctl-completion-'));

beforeAll(() => {
  const program = join(folder, 'proxyctl');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'some file.har'), '');
});
afterAll(() => {
  home.remove();
  rmSync(folder, { recursive: true });
});

const lacks = (shell: string): boolean => spawnSync(shell, ['--version']).status !== 0;

async function evaluated(shell: string, code: string): Promise<readonly string[]> {
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env['PATH']}`,
    HOME: home.path,
    PROXYCTL_HOME: home.path,
    TERM: 'dumb',
  };
  const flags = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] }[shell] ?? [];
  const { stdout } = await promisify(execFile)(shell, [...flags, '-c', code], { env, cwd: folder });
  return stdout.split('\n').filter((line) => line !== '');
}

/** Lines that are completed, with what has to be among the candidates, and what not. */
const LINES = [
  [['coll'], 'collection', 'run'],
  [['collection', ''], 'run', 'app'],
  [['run', '--fail-on-s'], '--fail-on-schema-change', '--port'],
  [['completion', 'f'], 'fish', 'bash'],
  [['view', ''], 'some file.har', 'app'],
] as const;

test.skipIf(lacks('bash'))('bash', async () => {
  for (const [words, wanted, unwanted] of LINES) {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    // compopt works inside of a completion only: names of files are those of compgen.
    const found = await evaluated(
      'bash',
      `eval "$(proxyctl completion bash)"
compopt() { COMPREPLY=(); mapfile -t files < <(compgen -f); }
COMP_WORDS=(proxyctl ${quoted}); COMP_CWORD=${words.length}; _proxyctl proxyctl
printf '%s\\n' "\${COMPREPLY[@]}" "\${files[@]}"`,
    );
    expect(found).toContain(wanted);
    expect(found).not.toContain(unwanted);
  }
});

test.skipIf(lacks('fish'))('fish', async () => {
  for (const [words, wanted, unwanted] of LINES) {
    const found = await evaluated(
      'fish',
      `proxyctl completion fish | source; complete -C 'proxyctl ${words.join(' ')}'`,
    );
    const names = found.map((line) => line.split('\t')[0]!.replaceAll('\\', ''));
    expect(names).toContain(wanted);
    expect(names).not.toContain(unwanted);
  }
});

test.skipIf(lacks('zsh'))('zsh', async () => {
  for (const [words, wanted] of LINES) {
    // A terminal of zsh's own, in which the line is typed and completed.
    const found = await evaluated(
      'zsh',
      `zmodload zsh/zpty
zpty -b shell zsh -f -i
typeset -g seen=''
expect() { local piece; repeat 200; do zpty -r -t shell piece && seen+=$piece; [[ $seen == *$1* ]] && return; sleep 0.05; done }
zpty -w shell "PS1=; autoload -Uz compinit; compinit -u -D; zstyle ':completion:*' menu no; eval \\"\\$(proxyctl completion zsh)\\"; echo rea''dy"
expect ready
seen=''
zpty -w -n shell $'proxyctl ${words.join(' ')}\\t\\t'
expect ${JSON.stringify(wanted.replace(' ', '*'))}
zpty -d shell
print -r -- $seen`,
    );
    expect(found.join(' ').replaceAll('\\', '')).toContain(wanted);
  }
});

test('a shell that is not known is named', async () => {
  const { code, stderr } = await callCli(['completion', 'tcsh'], { home: home.path });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/tcsh.*bash, zsh, fish, powershell/)]);
});
