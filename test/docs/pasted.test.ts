// The walkthrough and the guides as a reader follows them: every block for a shell is pasted, and says what the page
// shows.
import { beforeAll, describe, expect, test } from 'vitest';
import { inNamespace, lacksNamespaces } from '../helpers/namespace.ts';
import { blocksOf, pageText } from './pasted-pages.ts';

const isSkipped = lacksNamespaces('bash', 'curl', 'git', 'python3');

/** Replaces what differs from one session to the next; order is left out, since two programs write to one terminal. */
function comparable(text: string): readonly string[] {
  return text
    .replaceAll(/\d+ms/g, '?ms')
    .replaceAll(/\b\d+(?:\.\d+)? m?s\b/g, '? ms')
    .replaceAll(/\+\d+\.\d\ds/g, '+?s')
    .replaceAll(/ node \(\d+\), \d\d:\d\d:\d\d/g, ' node (?), ?')
    .replaceAll(/code=\S+/g, 'code=?')
    .replaceAll(/curl\/[\d.]+/g, 'curl/?')
    .replaceAll('\r', '')
    .split('\n')
    .filter((line) => line !== '' && !/Terminated|^\[\d+\]/.test(line))
    .sort();
}

describe.skipIf(isSkipped).each([
  ['walkthrough.md', []],
  ['guide/python.md', ['full']],
  ['guide/mobile.md', ['full']],
  ['guide/ai-agent.md', ['full']],
  ['guide/client.md', ['full']],
  ['guide/by-hand.md', ['full']],
] as const)('%s', (name, tags) => {
  const blocks = blocksOf(pageText(name));
  let results: readonly string[];

  beforeAll(() => {
    results = inNamespace(new URL('scenarios/pasted.ts', import.meta.url), name) as readonly string[];
  });

  test('has blocks, each of which ended', { tags: [...tags] }, () => {
    expect(blocks.length).toBeGreaterThan(2);
    expect(results).toHaveLength(blocks.length + 1);
  });

  test.each(blocks.map(({ script, output }, index) => [script.split('\n', 1)[0], output, index] as const))(
    '%s',
    { tags: [...tags] },
    (_, output, index) => {
      const said = comparable(results[index] ?? '');
      if (output === null) expect(said.filter((line) => /error|not found|denied/i.test(line))).toEqual([]);
      else expect(said).toEqual(comparable(output));
    },
  );
});
