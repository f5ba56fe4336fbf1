// An agent with the tool runner of Anthropic's client.
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { base, called, end, isStreamed, QUESTION, SYSTEM, tools, use } from './shared.mjs';

const client = new Anthropic({ baseURL: base, apiKey: 'none' });
const runner = client.beta.messages.toolRunner({
  model: 'claude-sonnet-5',
  max_tokens: 500,
  system: SYSTEM,
  stream: isStreamed,
  messages: [{ role: 'user', content: QUESTION }],
  tools: Object.entries(tools).map(([name, { schema }]) =>
    betaTool({ name, description: name, inputSchema: schema, run: (input) => use(name, input) }),
  ),
});
for await (const each of runner) {
  const { usage, content } = isStreamed ? await each.finalMessage() : each;
  called({
    input: usage.input_tokens + (usage.cache_read_input_tokens ?? 0),
    output: usage.output_tokens,
    text: content.map(({ text }) => text ?? '').join(''),
  });
}
end();
