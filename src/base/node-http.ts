// Node's own HTTP module. An `import` reads each of its exports; reading WebSocket loads all of Node's fetch client,
// which costs 16 MB of memory and 20 ms. This module avoids that.

export const http = process.getBuiltinModule('node:http');
