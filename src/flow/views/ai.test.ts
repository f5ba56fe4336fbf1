import { describe, expect, test } from 'vitest';
import { aiBodies, type AiBody } from '../../../test/helpers/ai-bodies.ts';
import { viewContext } from '../../../test/helpers/bodies.ts';
import { viewsOf, type TreeNode, type View, type ViewContext } from './index.ts';
import { ai } from './ai.ts';

function shown({ url, side, contentType, body }: AiBody, more: Partial<ViewContext> = {}): View {
  return ai.view(Buffer.from(body), viewContext(contentType, { url, side, ...more }));
}

/** Lines of label, kind and value, indented. */
function lines(view: View): readonly string[] {
  const of = (nodes: readonly TreeNode[], indent: string): readonly string[] =>
    nodes.flatMap(({ label, kind, value, children }) => [
      `${indent}${[label, kind, value].filter((each) => each !== null && each !== '').join(' | ')}`,
      ...of(children, `${indent}  `),
    ]);
  return view.type === 'tree' ? of(view.nodes, '') : [];
}

test.each(Object.entries(aiBodies))('%s is recognised', (_, { url, side, contentType, body }) => {
  const context = viewContext(contentType, { url, side });
  expect(viewsOf(Buffer.from(body), context)[0]?.id).toBe('ai');
});

const COLD = [
  'assistant | message',
  '  text | text | It is cold.',
  '  tool call | call_2 | warn',
  '    arguments | json | {"level":1}',
];

describe('OpenAI', () => {
  test('a request with tools and their results', () => {
    expect(lines(shown(aiBodies.chatRequest))).toEqual([
      'call | Chat completions | gpt-5-mini',
      'settings',
      '  stream | true',
      '  temperature | 0.2',
      'tools | 1 | weather',
      'system | text | Be brief.',
      'user | message',
      '  text | text | Weather in Oslo?',
      '  image_url | not shown',
      'assistant | message',
      '  tool call | call_1 | weather',
      '    arguments | json | {"city":"Oslo"}',
      'tool | message',
      '  tool result | call_1 | -2 °C',
    ]);
  });

  test('a response', () => {
    expect(lines(shown(aiBodies.chatResponse))).toEqual([
      'call | Chat completions | gpt-5-mini-2025-08-07',
      'assistant | text | Cold.',
      'finish | reason | stop',
      'tokens',
      '  input | 31',
      '  input, cached | 8',
      '  output | 12',
      '  output, reasoning | 5',
      '  total | 43',
    ]);
  });

  test('a stream is joined, with the time of its first token', () => {
    expect(lines(shown(aiBodies.chatStream, { chunkTimes: [200, 318.4, 400] }))).toEqual([
      'call | Chat completions | gpt-5-mini-2025-08-07',
      ...COLD,
      'finish | reason | tool_calls',
      'tokens',
      '  input | 31',
      '  output | 9',
      '  total | 40',
      'first token | time | 318 ms',
    ]);
  });

  test('a stream that is cut off, and an error', () => {
    const { body } = aiBodies.chatStream;
    const cut = { ...aiBodies.chatStream, body: body.slice(0, body.indexOf('cold.') + 2) };
    expect(lines(shown(cut, { complete: false }))).toContain('assistant | text | It is co');
    expect(lines(shown(aiBodies.chatError))).toContain(
      'error | error | invalid_request_error: Incorrect API key provided',
    );
  });

  test('the Responses API', () => {
    expect(lines(shown(aiBodies.responsesRequest))).toEqual([
      'call | Responses | gpt-5',
      'settings',
      '  stream | true',
      '  reasoning | {\n  "effort": "low"\n}',
      'tools | 2 | weather, web_search',
      'system | text | Be brief.',
      'user | text | Weather?',
      'assistant | message',
      '  tool call | c1 | weather',
      '    arguments | json | {}',
      'tool | message',
      '  tool result | c1 | cold',
    ]);
    expect(lines(shown(aiBodies.responsesStream))).toEqual([
      'call | Responses | gpt-5-2025-08-07',
      'assistant | message',
      '  thinking | text | Norway, November',
      'assistant | text | It is cold.',
      'assistant | message',
      '  tool call | c2 | warn',
      '    arguments | json | {"level":1}',
      'finish | reason | completed',
      'tokens',
      '  input | 20',
      '  output | 30',
      '  output, reasoning | 10',
      '  total | 50',
    ]);
  });

  test('a stream of the Responses API without its end', () => {
    const { body } = aiBodies.responsesStream;
    const cut = {
      ...aiBodies.responsesStream,
      body: body.slice(0, body.indexOf('event: response.completed')),
    };
    expect(lines(shown(cut))).toContain('assistant | text | It is cold.');
  });
});

test('Anthropic', () => {
  expect(lines(shown(aiBodies.anthropicRequest))).toEqual([
    'call | Anthropic messages | claude-sonnet-4-5',
    'settings',
    '  max_tokens | 1024',
    'tools | 1 | weather',
    'system | text | Be brief.',
    'user | text | Weather in Oslo?',
    'assistant | message',
    '  tool call | toolu_1 | weather',
    '    arguments | json | {\n  "city": "Oslo"\n}',
    'user | message',
    '  tool result | toolu_1 | -2 °C',
  ]);
  expect(lines(shown(aiBodies.anthropicStream))).toEqual([
    'call | Anthropic messages | claude-sonnet-4-5',
    'assistant | message',
    '  thinking | text | Norway',
    '  text | text | It is cold.',
    '  tool call | toolu_2 | warn',
    '    arguments | json | {"level": 1}',
    'finish | reason | tool_use',
    'tokens',
    '  input | 25',
    '  input, cached | 10',
    '  output | 15',
  ]);
  expect(lines(shown(aiBodies.anthropicError))).toContain('error | error | overloaded_error: Overloaded');
});

test('Gemini', () => {
  expect(lines(shown(aiBodies.geminiRequest))).toEqual([
    'call | Gemini | gemini-2.5-flash',
    'settings',
    '  temperature | 0.5',
    'tools | 2 | weather, googleSearch',
    'system | text | Be brief.',
    'user | message',
    '  text | text | Weather?',
    '  inlineData | not shown',
    'model | message',
    '  tool call | weather',
    '    arguments | json | {\n  "city": "Oslo"\n}',
    'user | message',
    '  tool result | weather | {\n  "degrees": -2\n}',
  ]);
  expect(lines(shown(aiBodies.geminiStream))).toEqual([
    'call | Gemini | gemini-2.5-flash',
    'model | message',
    '  thinking | text | Norway',
    '  text | text | It is cold.',
    'finish | reason | STOP',
    'tokens',
    '  input | 8',
    '  output | 4',
    '  output, reasoning | 8',
    '  total | 20',
  ]);
  expect(lines(shown(aiBodies.geminiList))).toContain('model | text | It is cold.');
});

test('Ollama', () => {
  expect(lines(shown(aiBodies.ollamaRequest))).toEqual([
    'call | Ollama | llama3.2',
    'settings',
    '  options | {\n  "temperature": 0\n}',
    'system | text | Be brief.',
    'user | text | Weather?',
  ]);
  expect(lines(shown(aiBodies.ollamaStream))).toEqual([
    'call | Ollama | llama3.2',
    'assistant | message',
    '  text | text | It is cold.',
    '  tool call | warn',
    '    arguments | json | {\n  "level": 1\n}',
    'finish | reason | stop',
    'tokens',
    '  input | 26',
    '  output | 9',
  ]);
});

describe('bad input', () => {
  const url = aiBodies.chatRequest.url;
  test.each([
    '{}',
    '[]',
    'null',
    '{"messages":{}}',
    '{"model":"x"}',
    'plain',
    '{"messages":[',
    'data: {"choices":',
  ])('%s is left to other views', (body) => {
    for (const side of ['request', 'response'] as const)
      expect(ai.matches(Buffer.from(body), viewContext('application/json', { url, side }))).toBe(false);
  });

  test('values of wrong types are left out, and much is bounded', { tags: ['full'] }, () => {
    const wrong = {
      model: 1,
      messages: [null, 5, { role: {}, content: [1, { text: 2 }], tool_calls: [{}] }],
      tools: [0],
    };
    const view = shown({
      url,
      side: 'request',
      contentType: 'application/json',
      body: JSON.stringify(wrong),
    });
    expect(view).toMatchObject({ type: 'tree', error: null });
    const many = {
      messages: Array.from({ length: 5000 }, (_, at) => ({ role: 'user', content: `${at}`.repeat(5000) })),
    };
    const big = shown({
      url,
      side: 'request',
      contentType: 'application/json',
      body: JSON.stringify(many).slice(0, 3_900_000),
    });
    expect(JSON.stringify(big).length).toBeLessThan(12_000_000);
    const parts = {
      messages: Array.from({ length: 900 }, () => ({
        role: 'user',
        content: Array.from({ length: 50 }, () => ({ text: 'x' })),
      })),
    };
    const view2 = shown({
      url,
      side: 'request',
      contentType: 'application/json',
      body: JSON.stringify(parts),
    });
    expect(lines(view2).length).toBeLessThan(20_000);
  });
});
