// A name server: it answers every name itself, or passes queries on to the port that its argument names.
import { Forwarder } from '../../src/net/name-server/forwarder.ts';
import { NameServer } from '../../src/net/name-server/index.ts';
import { answerQuestions } from '../processes/ipc.ts';

const [upstreamPort] = process.argv.slice(2);
const upstream = new Forwarder(() =>
  upstreamPort === undefined ? [] : [{ address: '127.0.0.1', port: Number(upstreamPort) }],
);

// The only question is to listen; the answer is the port.
answerQuestions(async () => {
  const captures = (): boolean => upstreamPort === undefined;
  return (await NameServer.on({ port: 0, captures, upstream })).port;
});
