// Recorded sessions of a real program with tools, of which each is one run.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { posted } from '../../test/helpers/agent-traffic.ts';
import { corpus, isWholeCorpus } from '../../test/helpers/corpus.ts';
import type { Flow } from '../flow/flow.ts';
import { agentRuns } from './index.ts';

interface Cassette {
  readonly interactions: readonly {
    readonly request: { readonly uri: string; readonly body: string };
    readonly response: {
      readonly body: { readonly string: string };
      readonly headers: Readonly<Record<string, readonly string[]>>;
    };
  }[];
}

function recorded(path: string): readonly Flow[] {
  const { interactions } = parse(readFileSync(path, 'utf8')) as Cassette;
  return interactions.map(({ request, response }, at) =>
    posted(
      { id: at + 1, from: at * 1000, to: at * 1000 + 500, app: null },
      request.uri,
      JSON.parse(request.body) as object,
      {
        type: response.headers['Content-Type']?.[0] ?? '',
        body: response.body.string,
      },
    ),
  );
}

test.skipIf(!isWholeCorpus)(
  'each recording is a run with a call, its tool and the answer',
  { tags: ['full'] },
  async () => {
    const folder = join(corpus, 'ai/simonw-llm/cassettes');
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const runs = await agentRuns(recorded(join(folder, file)), []);
      expect(runs.map(({ name, steps }) => [name, steps.map((step) => [step.kind, step.outcome])])).toEqual([
        [
          'What is the current llm version?',
          [
            ['model', 'ok'],
            ['tool', 'ok'],
            ['model', 'ok'],
          ],
        ],
      ]);
      const [run] = runs;
      expect(run!.steps[1]).toMatchObject({ name: 'llm_version', what: '{}', result: '0.fixed-version' });
      expect(run!.steps[2]!.what).toMatch(/0\.fixed-version/);
      expect(run!.totals.output).toBeGreaterThan(0);
    }
  },
);
