// Node's own HTTP module, loaded without an `import`. An `import` reads every export, and reading WebSocket loads all
// of Node's fetch client, which costs 16 MB of memory and 20 ms.

export const http = process.getBuiltinModule('node:http');
