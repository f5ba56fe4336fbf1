// `proxyctl new`: files of a workspace for a person to edit.
import { defineCommand, defineCommandGroup } from '../command.ts';

const collection = defineCommand({
  name: 'collection',
  summary: 'Write the file of a new collection, and print its path',
  examples: [
    ['proxyctl new collection Shop --workspace .', 'begin a collection in this folder'],
    ['proxyctl new collection Shop', 'begin one in the workspace of the app'],
  ],
  configure: (c) =>
    c.argument('<name>', 'name of the collection').option('--workspace <folder>', 'folder of the workspace'),
  action: async ([name], options) => (await import('../new/create.ts')).newCollection(name, options),
});

const request = defineCommand({
  name: 'request',
  summary: 'Write the file of a new request, and print its path',
  examples: [
    ['proxyctl new request Shop/Orders/List --url https://example.com/orders', 'begin a request in a folder'],
    ['proxyctl new request Shop/Prices --type websocket', 'begin one of another type'],
  ],
  configure: (c) =>
    c
      .argument('<path>', 'names of collection, folders and request; missing folders are created')
      .option('--type <type>', 'http, graphql, grpc, mcp, ai, sql, websocket, socketio, mqtt or tcp', 'http')
      .option('--url <url>', 'URL, with its query')
      .option('--method <method>', 'method of HTTP', 'GET')
      .option('--workspace <folder>', 'folder of the workspace'),
  action: async ([path], options) => (await import('../new/create.ts')).newRequest(path, options),
});

const environment = defineCommand({
  name: 'environment',
  summary: 'Write the file of a new environment, and print its path',
  examples: [
    ['proxyctl new environment Staging --workspace .', 'begin an environment in this folder'],
    ['proxyctl new environment Staging', 'begin one in the workspace of the app'],
  ],
  configure: (c) =>
    c.argument('<name>', 'name of the environment').option('--workspace <folder>', 'folder of the workspace'),
  action: async ([name], options) => (await import('../new/create.ts')).newEnvironment(name, options),
});

const flow = defineCommand({
  name: 'flow',
  summary: 'Write the file of a new flow, and print its path',
  examples: [
    ['proxyctl new flow Checkout --workspace .', 'begin a flow in this folder'],
    ['proxyctl new flow Checkout', 'begin one in the workspace of the app'],
  ],
  configure: (c) =>
    c.argument('<name>', 'name of the flow').option('--workspace <folder>', 'folder of the workspace'),
  action: async ([name], options) => (await import('../new/create.ts')).newFlow(name, options),
});

export const command = defineCommandGroup({
  name: 'new',
  summary: 'Write files of a workspace by hand: collections, requests, environments, flows',
  commands: [collection, request, environment, flow],
});
