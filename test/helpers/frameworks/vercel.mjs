// An agent with the AI SDK, over three protocols.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { base, called, end, isStreamed, kind, QUESTION, SYSTEM, tools, use } from './shared.mjs';

const options = { baseURL: `${base}/v1`, apiKey: 'none' };
const models = {
  chat: () => createOpenAI(options).chat('gpt-5-mini'),
  responses: () => createOpenAI(options).responses('gpt-5-mini'),
  messages: () => createAnthropic(options)('claude-sonnet-5'),
};
const asked = {
  model: models[kind](),
  system: SYSTEM,
  prompt: QUESTION,
  stopWhen: stepCountIs(8),
  tools: Object.fromEntries(
    Object.entries(tools).map(([name, { schema }]) => [
      name,
      tool({ inputSchema: jsonSchema(schema), execute: (input) => use(name, input) }),
    ]),
  ),
};
const result = isStreamed ? streamText(asked) : await generateText(asked);
if (isStreamed) await result.consumeStream();
for (const { usage, text } of await result.steps)
  called({ input: usage.inputTokens, output: usage.outputTokens, text });
end();
