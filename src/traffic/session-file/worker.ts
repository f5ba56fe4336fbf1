// The thread that writes a session file.
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors.ts';
import type { SessionBatch, WriterAnswer, WriterOptions } from './messages.ts';
import { SessionFileWriter } from './writer.ts';

if (parentPort !== null) serve(parentPort, workerData as WriterOptions);

function serve(port: NonNullable<typeof parentPort>, options: WriterOptions): void {
  const writer = new SessionFileWriter(options);
  const write = (batch: SessionBatch): WriterAnswer => {
    try {
      const written = writer.write(batch);
      if (batch.at(-1)?.type === 'close') writer.close();
      const records = batch.find(({ type }) => type === 'records');
      const memory = records?.type === 'records' ? records.bytes.buffer : null;
      return { type: 'written', ...written, memory };
    } catch (error) {
      return { type: 'failed', reason: messageOf(error) };
    }
  };
  port.on('message', (batch: SessionBatch) => {
    const answer = write(batch);
    port.postMessage(answer, answer.type === 'written' && answer.memory !== null ? [answer.memory] : []);
  });
}
