// An agent with the client of Ollama.
import { Ollama } from 'ollama';
import { base, called, end, isStreamed, QUESTION, tools, use } from './shared.mjs';

const ollama = new Ollama({ host: base });
const messages = [{ role: 'user', content: QUESTION }];
const offered = Object.entries(tools).map(([name, { schema }]) => ({
  type: 'function',
  function: { name, description: name, parameters: schema },
}));

/** Resolves with the message of one call, whose tokens are in its last piece. */
async function ask() {
  const asked = { model: 'qwen4', messages, tools: offered };
  const pieces = [];
  if (isStreamed) for await (const piece of await ollama.chat({ ...asked, stream: true })) pieces.push(piece);
  else pieces.push(await ollama.chat(asked));
  const { prompt_eval_count: input, eval_count: output } = pieces.at(-1);
  const text = pieces.map(({ message }) => message.content).join('');
  called({ input, output, text });
  return {
    role: 'assistant',
    content: text,
    tool_calls: pieces.flatMap(({ message }) => message.tool_calls ?? []),
  };
}

for (;;) {
  const message = await ask();
  messages.push(message);
  if (message.tool_calls.length === 0) break;
  for (const { function: call } of message.tool_calls)
    messages.push({ role: 'tool', tool_name: call.name, content: await use(call.name, call.arguments) });
}
end();
