// The five prompts, played through with the tools that they name. What was said is kept in transcripts/.
import { countTokens } from 'gpt-tokenizer';
import { afterAll, expect, test } from 'vitest';
import { playPrompts, startScene, type Played } from '../helpers/prompt-plays.ts';

const scene = await startScene();
const played = await playPrompts(scene);

afterAll(() => scene[Symbol.asyncDispose]());

/** Parts that differ from run to run. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  [/boundary [\da-f]{12}/g, 'boundary …'],
  [/"id":"[\da-f]{8}"/g, '"id":"…"'],
];

/** Returns a play as Markdown: what was asked, and the text and the fields that came back. */
function transcript({ prompt, messages, steps }: Played): string {
  const lines = messages.map(({ content }) =>
    content.type === 'text' ? `${content.text}\n` : `Attached: ${content.resource.uri}\n`,
  );
  for (const { asked, text, value } of steps) {
    const fields = Object.keys(value).concat(Object.keys(value.untrusted ?? {}));
    lines.push(`- \`${asked}\`\n\n  ${text}\n\n  Fields: ${[...new Set(fields)].sort().join(', ')}\n`);
  }
  const whole = `# ${prompt}\n\n${lines.join('\n')}`;
  return CHANGING.reduce((so, [pattern, by]) => so.replace(pattern, by), whole);
}

const OUTCOMES: Readonly<Record<string, object>> = {
  // The refused order differs by its amount; with one, it is taken.
  debug_request: { differs: true, status: 200 },
  mock_endpoint: { status: 200, body: '{"id":7,"state":"shipped"}' },
  write_tests: { requests: 1, tests: 2, failedTests: 0 },
  security_review: { findings: true, namesCookies: true },
  app_traffic_summary: { hasEndpoint: true },
};

test.each(played)('$prompt', async (play) => {
  const { prompt, messages, steps, found } = play;
  await expect(transcript(play)).toMatchFileSnapshot(`transcripts/${prompt}.md`);
  expect(steps.length).toBeLessThanOrEqual(6);
  expect(countTokens(JSON.stringify([messages, steps]))).toBeLessThanOrEqual(12_000);
  expect(found).toMatchObject(OUTCOMES[prompt]!);
});
