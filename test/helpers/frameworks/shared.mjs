// The parts that agents of all frameworks share: a question, two tools, and the log that they print at the end.
export const [base, kind, mode] = process.argv.slice(2);
export const isStreamed = mode === 'streamed';
export const QUESTION = 'Add the temperatures of Oslo and Rome';
export const SYSTEM = 'Be short';

/** The tools by their names: what they do, what they take, and their schemas. */
export const tools = {
  get_weather: {
    run: async ({ city }) => (await fetch(`${base}/weather/${city}`)).text(),
    schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  add: {
    run: ({ a, b }) => String(a + b),
    schema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
  },
};

/** The run as the agent itself knows it. */
export const log = { models: 0, tools: [], input: 0, output: 0, text: '' };

export function called({ input = 0, output = 0, text = '' }) {
  log.models += 1;
  log.input += input;
  log.output += output;
  log.text = text;
}

export async function use(name, input) {
  log.tools.push(name);
  return tools[name].run(input);
}

export function end() {
  console.log(JSON.stringify(log));
}
