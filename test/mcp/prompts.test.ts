// Eight tasks, five of them prompts, played through with the tools that they name. transcripts/ has what prompts said.
import { countTokens } from 'gpt-tokenizer';
import { afterAll, expect, test } from 'vitest';
import { playPrompts, readAndWritten, startScene, type Played } from '../helpers/prompt-plays.ts';

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
    // What is behind the notices is the value.
    lines.push(
      `- \`${asked}\`\n\n  ${text.split('\n')[0]}\n\n  Fields: ${[...new Set(fields)].sort().join(', ')}\n`,
    );
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
  'find in bodies': { body: '{"count":3}' },
  'slow, failing, changed': { namesTheFailing: true },
  'load test': { errors: 0 },
};

test.each(played)('$prompt', async (play) => {
  const { prompt, messages, found } = play;
  if (messages.length > 0) await expect(transcript(play)).toMatchFileSnapshot(`transcripts/${prompt}.md`);
  expect(found).toMatchObject(OUTCOMES[prompt]!);
});

test('all of them take few calls and tokens', () => {
  expect(played.flatMap(({ steps }) => steps).length).toBeLessThanOrEqual(40);
  expect(countTokens(played.flatMap(readAndWritten).join('\n'))).toBeLessThanOrEqual(9000);
});
