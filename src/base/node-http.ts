// Node's own HTTP module. An `import` of it reads each name that it exports, and with WebSocket loads the whole of
// Node's fetch client: 16 MB of memory and 20 ms, for nothing. This way the names stay unread.

export const http = process.getBuiltinModule('node:http');
