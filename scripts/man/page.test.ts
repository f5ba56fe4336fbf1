// The manual pages of the command line, and how they are shown.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Argument, Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { sections } from '../../src/cli/commands/index.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { missing } from '../../test/helpers/need.ts';
import { manualPages, type Page } from './page.ts';

const WARNED = ['-man', '-ww', '-Tutf8', '-P-c', '-P-b', '-P-u'];

/** Returns the page as a terminal shows it, in lines that are not broken. */
function shown({ text }: Page): string {
  const wide = ['-rLL=400n', ...WARNED];
  return execFileSync('groff', wide, { input: text, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
}

const realPages = async (): Promise<readonly Page[]> =>
  manualPages(await buildProgram(sections, { args: [], finish: () => undefined }), EDITION);

const EDITION = { version: '1.2.3', date: '2026-01-02' };

/** Everything that roff would read as something else. */
const ODD = "a\\b 'quoted' -x ^ ~ ` \" é";

test.skipIf(missing('groff'))('text is shown as it was declared', () => {
  const program = new Command('odd').description("it: .starts with a dot, and 'quotes'.");
  program
    .command('one')
    .summary('Do it')
    .description(`.${ODD}`)
    .addArgument(new Argument('<what>', "'what").choices(['a', 'b']))
    .addOption(new Option('-e, --else <value>', ODD))
    .addHelpText('after', `\nExamples:\n  # ${ODD}\n  odd one '\\n' --else=x`);
  const [, one] = manualPages(program, EDITION);
  expect(one?.file).toBe('odd-one.1');
  const lines = shown(one!)
    .split('\n')
    .map((line) => line.trim());
  expect(lines).toEqual(
    expect.arrayContaining([
      'odd-one - Do it',
      'odd one [options] <what>',
      `.${ODD}`,
      "what   'what: a, b.",
      '-e, --else <value>',
      `A${ODD.slice(1)}.`,
      "odd one '\\n' --else=x",
    ]),
  );
});

test.skipIf(missing('groff'))('groff has no warning for the pages of proxyctl', async () => {
  const pages = await realPages();
  expect(pages.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['proxyctl.1', 'proxyctl-run.1', 'proxyctl-collection-run.1']),
  );
  const { stdout, stderr } = spawnSync('groff', WARNED, {
    input: pages.map(({ text }) => text).join(''),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('--fail-on-secrets');
});

test('a page has each option and example of its command, and names pages that exist', async () => {
  const pages = await realPages();
  const text = pages.find(({ file }) => file === 'proxyctl-mcp-config.1')!.text;
  for (const part of ['\n\\fIassistant\\fR\n', '.SH EXAMPLES\n.TP\n', '\\fBproxyctl\\-mcp\\-undo\\fR(1)'])
    expect(text).toContain(part);
  const { man } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly man: readonly string[];
  };
  // npm installs the pages that package.json names.
  expect([...man].sort()).toEqual(pages.map(({ file }) => `dist/man/${file}`).sort());
  const files = new Set(pages.map(({ file }) => file));
  for (const page of pages)
    for (const [, name = ''] of page.text.matchAll(/\\fB([\w\\-]+)\\fR\(1\)/g))
      expect(files, page.file).toContain(`${name.replaceAll('\\', '')}.1`);
});
