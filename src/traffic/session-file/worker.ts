// The thread that writes a session file.
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors.ts';
import type { SessionBatch, WriterAnswer, WriterOptions } from './messages.ts';
import { SessionFileWriter } from './writer.ts';

if (parentPort !== null) serve(parentPort, workerData as WriterOptions);

function serve(port: NonNullable<typeof parentPort>, { path }: WriterOptions): void {
  let writer: SessionFileWriter | null = null;
  const write = (batch: SessionBatch): WriterAnswer => {
    try {
      writer ??= new SessionFileWriter(path);
      const fileBytes = writer.write(batch);
      if (batch.at(-1)?.type === 'close') writer.close();
      const records = batch.find(({ type }) => type === 'records');
      const memory = records?.type === 'records' ? records.bytes.buffer : null;
      return { type: 'written', fileBytes, memory };
    } catch (error) {
      return { type: 'failed', reason: messageOf(error) };
    }
  };
  port.on('message', (batch: SessionBatch) => {
    const answer = write(batch);
    port.postMessage(answer, answer.type === 'written' && answer.memory !== null ? [answer.memory] : []);
  });
}
