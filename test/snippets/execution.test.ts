// Executes the code formats: each request is written as code, the real interpreter, compiler or command runs
// the code, and the request that arrives at an origin is compared with the captured one. Languages that few
// machines can run are read by a grammar.
import { describe, expect, test } from 'vitest';
import { snippetFormats } from '../../src/snippets/index.ts';
import { grammars, reader } from '../helpers/snippets/grammars.ts';
import { cases } from '../helpers/snippets/requests.ts';
import { absence, runAll } from '../helpers/snippets/run.ts';
import { nastyStrings } from '../helpers/snippets/strings.ts';
import { toolchains } from '../helpers/snippets/toolchains/index.ts';
import { sampled } from '../helpers/scale.ts';

const FEWEST_TOOLCHAINS = 5;

const checked = await Promise.all(
  toolchains.map(async (toolchain) => ({ toolchain, why: await absence(toolchain, false) })),
);
const present = checked.flatMap(({ toolchain, why }) => (why === null ? [toolchain] : []));

test('there is enough to run, and enough to run it with', async () => {
  expect(present.length).toBeGreaterThanOrEqual(FEWEST_TOOLCHAINS);
  expect(new Set(nastyStrings).size).toBeGreaterThanOrEqual(60);
  expect((await cases(1)).length).toBeGreaterThanOrEqual(20);
});

test.each(present.map((toolchain) => [toolchain.id, toolchain] as const))(
  '%s sends what was captured',
  { timeout: 600_000 },
  async (_, toolchain) => {
    expect((await runAll(toolchain)).errors).toEqual([]);
  },
);

describe.each(sampled(grammars, 2).map((grammar) => [grammar.id, grammar] as const))(
  '%s by a grammar',
  (id, grammar) => {
    test('is well formed, expands nothing, and has the captured request', async () => {
      const format = snippetFormats.find((found) => found.id === id)!;
      const read = await reader(grammar);
      for (const { name, request } of await cases(8080)) {
        const { error, expansions, strings } = read(format.render(request));
        expect({ name, error, expansions }).toEqual({ name, error: null, expansions: [] });
        const { method, headers, body } = request;
        const isSent = body.type === 'text' && method !== 'GET' && body.text.length < 20_000;
        if (isSent) expect(strings).toContain(body.text);
        for (const header of headers) {
          if (/^x-string/i.test(header.name) && !/[^\x00-\x7f]/.test(header.value))
            expect(strings).toContain(header.value);
        }
      }
    });
  },
);

test('every format is run or read', () => {
  const known = [...toolchains, ...grammars].map(({ id }) => id);
  expect(snippetFormats.map(({ id }) => id).filter((id) => !known.includes(id))).toEqual(['markdown']);
});
