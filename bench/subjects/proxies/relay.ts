// The lower bound: a blind relay. It answers CONNECT and then copies bytes both ways, unread. Its argument is
// the port to listen on.
import net from 'node:net';

net
  .createServer({ noDelay: true }, (client) => {
    client.on('error', () => client.destroy());
    client.once('data', (head) => {
      const [, host = '', port] = /^CONNECT ([^ ]+):(\d+) /.exec(head.toString('latin1')) ?? [];
      const upstream = net.connect({ host, port: Number(port ?? 0), noDelay: true });
      upstream.on('error', () => client.destroy());
      upstream.on('close', () => client.destroy());
      // A reset leaves no entry in the system's connection table, see connection.ts.
      client.on('close', () => upstream.resetAndDestroy());
      upstream.once('connect', () => {
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        client.pipe(upstream).pipe(client);
      });
    });
  })
  .listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4096 });
