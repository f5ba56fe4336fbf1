// `proxyctl show`: prints one captured request, in full or one side of it.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'show',
  summary: 'Print a captured request in full, as JSON',
  examples: [
    ['proxyctl show 12 --response', 'read the response'],
    ['proxyctl show 12 --body > body.json', 'keep its body'],
  ],
  configure: (c) =>
    c
      .argument('<id>', 'number of the request')
      .option('--request', 'only the request: readable on a terminal, else JSON')
      .option('--response', 'only the response: readable on a terminal, else JSON')
      .option(
        '--body',
        'only the body, of the response unless --request is given; elsewhere than on a terminal as it is',
      )
      .option('--port <n>', 'port of the proxy'),
  action: async ([id], { request, response, body, port }) => {
    const { show } = await import('../show.ts');
    return show(id, { request: request === true, response: response === true, body: body === true }, port);
  },
});
