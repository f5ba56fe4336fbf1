import { describe, expect, test } from 'vitest';
import { aiBodies, type AiBody } from '../../../test/helpers/ai-bodies.ts';
import { images } from '../../../test/helpers/images.ts';
import { viewContext } from '../../../test/helpers/bodies.ts';
import { conversationLines } from '../../../test/helpers/conversation-lines.ts';
import { viewsOf, type View, type ViewContext } from './index.ts';
import { ai } from './ai.ts';

function shown({ url, side, contentType, body }: AiBody, more: Partial<ViewContext> = {}): View {
  return ai.view(Buffer.from(body), viewContext(contentType, { url, side, ...more }));
}

test.each(Object.entries(aiBodies))('%s is recognised', (_, { url, side, contentType, body }) => {
  const context = viewContext(contentType, { url, side });
  expect(viewsOf(Buffer.from(body), context)[0]?.id).toBe('ai');
});

describe('OpenAI', () => {
  test('a request with tools and their results', () => {
    expect(conversationLines(shown(aiBodies.chatRequest))).toEqual([
      'Chat completions | gpt-5-mini',
      '- stream: true',
      '- temperature: 0.2',
      '- tools: weather',
      'system',
      '  text | Be brief.',
      'user',
      '  text | Weather in Oslo?',
      '  image | data:',
      'assistant',
      '  call | weather | {"city":"Oslo"}',
      '    result text | -2 °C',
    ]);
  });

  test('a response', () => {
    expect(conversationLines(shown(aiBodies.chatResponse))).toEqual([
      'Chat completions | gpt-5-mini-2025-08-07',
      'assistant',
      '  text | Cold.',
      'input 31, cachedInput 8, output 12, reasoning 5, total 43, stop',
    ]);
  });

  test('a stream is joined, with the time of its first token', () => {
    expect(conversationLines(shown(aiBodies.chatStream, { chunkTimes: [200, 318.4, 400] }))).toEqual([
      'Chat completions | gpt-5-mini-2025-08-07',
      'assistant',
      '  text | It is cold.',
      '  call | warn | {"level":1}',
      'input 31, output 9, total 40, tool_calls, 318.4 ms',
    ]);
  });

  test('a stream that is cut off, and an error', () => {
    const { body } = aiBodies.chatStream;
    const cut = { ...aiBodies.chatStream, body: body.slice(0, body.indexOf('cold.') + 2) };
    expect(conversationLines(shown(cut, { complete: false }))).toContain('  text | It is co');
    expect(conversationLines(shown(aiBodies.chatError))).toContain(
      '  error | invalid_request_error: Incorrect API key provided',
    );
  });

  test('the Responses API', () => {
    expect(conversationLines(shown(aiBodies.responsesRequest))).toEqual([
      'Responses | gpt-5',
      '- stream: true',
      '- reasoning: {\n  "effort": "low"\n}',
      '- tools: weather, web_search',
      'system',
      '  text | Be brief.',
      'user',
      '  text | Weather?',
      'assistant',
      '  call | weather | {}',
      '    result text | cold',
    ]);
    expect(conversationLines(shown(aiBodies.responsesStream))).toEqual([
      'Responses | gpt-5-2025-08-07',
      'assistant',
      '  thinking | Norway, November',
      'assistant',
      '  text | It is cold.',
      'assistant',
      '  call | warn | {"level":1}',
      'input 20, output 30, reasoning 10, total 50, completed',
    ]);
  });

  test('a stream of the Responses API without its end', () => {
    const { body } = aiBodies.responsesStream;
    const cut = {
      ...aiBodies.responsesStream,
      body: body.slice(0, body.indexOf('event: response.completed')),
    };
    expect(conversationLines(shown(cut))).toContain('  text | It is cold.');
  });
});

test('Anthropic', () => {
  expect(conversationLines(shown(aiBodies.anthropicRequest))).toEqual([
    'Anthropic messages | claude-sonnet-4-5',
    '- max_tokens: 1024',
    '- tools: weather',
    'system',
    '  text | Be brief.',
    'user',
    '  text | Weather in Oslo?',
    'assistant',
    '  call | weather | {"city":"Oslo"}',
    '    result text | -2 °C',
  ]);
  expect(conversationLines(shown(aiBodies.anthropicStream))).toEqual([
    'Anthropic messages | claude-sonnet-4-5',
    'assistant',
    '  thinking | Norway',
    '  text | It is cold.',
    '  call | warn | {"level":1}',
    'input 35, cachedInput 10, output 15, total 50, tool_use',
  ]);
  expect(conversationLines(shown(aiBodies.anthropicError))).toContain(
    '  error | overloaded_error: Overloaded',
  );
});

test('Gemini', () => {
  expect(conversationLines(shown(aiBodies.geminiRequest))).toEqual([
    'Gemini | gemini-2.5-flash',
    '- temperature: 0.5',
    '- tools: weather, googleSearch',
    'system',
    '  text | Be brief.',
    'user',
    '  text | Weather?',
    '  image/png | these bytes are not an image',
    'model',
    '  call | weather | {"city":"Oslo"}',
    '    result text | {\n  "degrees": -2\n}',
  ]);
  expect(conversationLines(shown(aiBodies.geminiStream))).toEqual([
    'Gemini | gemini-2.5-flash',
    'model',
    '  thinking | Norway',
    '  text | It is cold.',
    'input 8, output 12, reasoning 8, total 20, STOP',
  ]);
  expect(conversationLines(shown(aiBodies.geminiList))).toContain('  text | It is cold.');
});

test('Ollama', () => {
  expect(conversationLines(shown(aiBodies.ollamaRequest))).toEqual([
    'Ollama | llama3.2',
    '- options: {\n  "temperature": 0\n}',
    'system',
    '  text | Be brief.',
    'user',
    '  text | Weather?',
  ]);
  expect(conversationLines(shown(aiBodies.ollamaStream))).toEqual([
    'Ollama | llama3.2',
    'assistant',
    '  text | It is cold.',
    '  call | warn | {"level":1}',
    'input 26, output 9, total 35, stop',
  ]);
});

describe('calls, results and images', () => {
  const request = (messages: readonly object[]): readonly string[] =>
    conversationLines(shown({ ...aiBodies.anthropicRequest, body: JSON.stringify({ messages }) }));
  const [, , , , png] = images[0]!;

  test('results join their calls, in whatever order they come; others stand alone', () => {
    const use = (id: string): object => ({ type: 'tool_use', id, name: 'look', input: { id } });
    const result = (id: string, more: object = {}): object => ({
      type: 'tool_result',
      tool_use_id: id,
      content: `of ${id}`,
      ...more,
    });
    expect(
      request([
        { role: 'assistant', content: [use('a'), use('b'), use('c')] },
        {
          role: 'user',
          content: [
            result('b', { is_error: true }),
            result('a'),
            result('z'),
            { type: 'text', text: 'Go on' },
          ],
        },
      ]),
    ).toEqual([
      'Anthropic messages',
      'assistant',
      '  call | look | {"id":"a"}',
      '    result text | of a',
      '  call | look | {"id":"b"}',
      '    error text | of b',
      '  call | look | {"id":"c"}',
      'user',
      '  result of z',
      '    result text | of z',
      '  text | Go on',
    ]);
  });

  test('images are recognised by their bytes; addresses are named', () => {
    const image = (source: object): object => ({ type: 'image', source });
    expect(
      request([
        {
          role: 'user',
          content: [
            image({ type: 'base64', media_type: 'image/gif', data: png }),
            image({ type: 'base64', media_type: 'image/png', data: btoa('<script>') }),
            image({ type: 'url', url: 'https://a.test/x.png' }),
          ],
        },
      ]).slice(2),
    ).toEqual([
      '  image | image/png',
      '  image/png | these bytes are not an image',
      '  image | https://a.test/x.png',
    ]);
  });
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
    expect(view).toMatchObject({ type: 'conversation', error: null });
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
    expect(conversationLines(view2).length).toBeLessThan(20_000);
  });
});
