// The redaction worker: receives exchanges, and sends them back without their secrets. It remembers the secrets of
// earlier exchanges.
import { parentPort } from 'node:worker_threads';
import { Redactor } from '../secrets/redaction/redactor.ts';
import { receivedFlow, sentFlow, type SentFlow } from './export/sent-flow.ts';
import { redactedFlow } from './redact.ts';

const redactor = new Redactor();

parentPort?.on('message', (sent: SentFlow) => {
  void redactedFlow(receivedFlow(sent), redactor)
    .then(sentFlow)
    .then((redacted) => parentPort?.postMessage(redacted, [redacted.bytes.buffer]));
});
