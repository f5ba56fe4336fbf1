// The lower bound of decryption: answers CONNECT, decrypts, encrypts again, and reads nothing of the protocol inside.
// Its arguments are the port to listen on and the folder with the origin's certificate.
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';

const [, , port, folder = ''] = process.argv;
const ALPNProtocols = ['h2', 'http/1.1'];
const inner = tls.createServer({
  cert: readFileSync(join(folder, 'origin.pem')),
  key: readFileSync(join(folder, 'origin.key')),
  ALPNProtocols,
  noDelay: true,
});
const targets = new WeakMap<object, readonly [host: string, port: number]>();
inner.on('secureConnection', (secured) => {
  const [host, originPort] = targets.get(Reflect.get(secured, '_parent') as object) ?? ['', 0];
  relay(secured, host, originPort);
});

net
  .createServer({ noDelay: true }, (client) => {
    client.on('error', () => client.destroy());
    client.once('data', (head) => {
      const [, host = '', originPort] = /^CONNECT ([^ ]+):(\d+) /.exec(head.toString('latin1')) ?? [];
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      targets.set(client, [host, Number(originPort ?? 0)]);
      inner.emit('connection', client);
    });
  })
  .listen({ port: Number(port), host: '127.0.0.1', backlog: 4096 });

function relay(client: tls.TLSSocket, host: string, originPort: number): void {
  const protocol = client.alpnProtocol === 'h2' ? 'h2' : 'http/1.1';
  const upstream = tls.connect({ host, port: originPort, servername: host, ALPNProtocols: [protocol] });
  upstream.setNoDelay(true);
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  client.on('close', () => upstream.destroy());
  upstream.on('close', () => client.destroy());
  pass(client, upstream);
  pass(upstream, client);
}

function pass(from: tls.TLSSocket, to: tls.TLSSocket): void {
  from.on('data', (bytes: Buffer) => {
    if (to.write(bytes)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
}
