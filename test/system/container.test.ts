// The container image: built by its Dockerfile and run, in namespaces of this machine.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildProgram } from '../../src/cli/program.ts';
import { sections } from '../../src/cli/commands/index.ts';
import { launcher } from '../helpers/cli.ts';
import { inNamespace, lacksNamespaces } from '../helpers/namespace.ts';

const packaging = fileURLToPath(new URL('../../packaging/container', import.meta.url));
const VERSION = '7.8.9';

describe.skipIf(process.getuid?.() !== 0 || lacksNamespaces('chroot', 'setpriv', 'tar', 'curl'))(
  'the image',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-image-'));

    beforeAll(() => {
      const built = dirname(dirname(launcher));
      const name = `proxyctl-${VERSION}.tgz`;
      execFileSync('tar', ['-czf', join(folder, name), '-C', dirname(built), basename(built)]);
      const sum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      writeFileSync(join(folder, 'SHA256SUMS'), `${sum}  ${name}\n`);
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    test('runs without rights, on a root that is read-only, as the first process', { tags: ['full'] }, () => {
      const scenario = new URL('scenarios/container.ts', import.meta.url);
      const seen = inNamespace(scenario, join(packaging, 'Dockerfile'), folder, VERSION) as Record<
        string,
        unknown
      >;
      expect(seen).toMatchObject({
        healthBefore: [1, expect.stringMatching(/^error: /)],
        isHealthy: true,
        body: 'hello',
        listed: expect.stringContaining('/seen'),
        written: expect.stringMatching(/(?:.*Read-only file system\n){2}/),
        proxyEnd: 0,
        healthAfter: 1,
        isAppHealthy: true,
        appEnd: 0,
        waitingEnd: 130,
        owner: 1000,
      });
    });
  },
);

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly command?: readonly string[]; readonly entrypoint?: unknown }>
  >;
}

test('the compose files start commands that exist, with options that exist', async () => {
  const program = await buildProgram(sections, { args: [], finish: () => undefined });
  const files = readdirSync(packaging).filter((name) => name.startsWith('compose.'));
  expect(files).toHaveLength(3);
  for (const file of files) {
    const { services } = parse(readFileSync(join(packaging, file), 'utf8')) as Compose;
    const ours = Object.entries(services).filter(
      ([name, each]) => name !== 'tests' && each.entrypoint === undefined,
    );
    expect(ours, file).toHaveLength(1);
    const [name = '', ...words] = ours[0]![1].command ?? [];
    const command = program.commands.find((each) => each.name() === name);
    const options = command?.options.map(({ long }) => long);
    for (const word of words.filter((each) => each.startsWith('--')))
      expect(options, `${file} ${name}`).toContain(word);
  }
});
