// An agent with xsAI.
import { generateText } from '@xsai/generate-text';
import { streamText } from '@xsai/stream-text';
import { rawTool } from '@xsai/tool';
import { base, called, end, isStreamed, QUESTION, SYSTEM, tools, use } from './shared.mjs';

const asked = {
  apiKey: 'none',
  baseURL: `${base}/v1/`,
  model: 'gpt-5-mini',
  maxSteps: 8,
  streamOptions: { includeUsage: true },
  messages: [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: QUESTION },
  ],
  tools: Object.entries(tools).map(([name, { schema }]) =>
    rawTool({ name, description: name, parameters: schema, execute: (input) => use(name, input) }),
  ),
};
const result = isStreamed ? streamText(asked) : await generateText(asked);
if (isStreamed) for await (const _ of result.textStream);
for (const { usage, text } of await result.steps)
  called({ input: usage.prompt_tokens, output: usage.completion_tokens, text });
end();
