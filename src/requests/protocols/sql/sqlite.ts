// SQLite, by Node's own module. Its engine is synchronous, so statements run in a child process. The process lives as
// long as the run, or until one of its statements must be stopped.
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodeOptions } from '../../../base/own-command.ts';
import { moduleFile } from '../../../base/module-file.ts';
import { UserError } from '../../../base/errors.ts';
import type { HttpSender } from '../../http/sender.ts';
import {
  MAX_ROWS,
  type SqlCall,
  type SqliteAnswer,
  type SqliteQuestion,
  type SqlResult,
} from './contract.ts';

export async function runSqlite(call: SqlCall): Promise<SqlResult> {
  const { path, statement, parameters, readOnly, conversation, context } = call;
  const file = path === ':memory:' ? path : context.resolveFile(path);
  if (file !== ':memory:' && !existsSync(file))
    throw new UserError('NOT_FOUND', `the SQLite file ${path} was not found`);
  const sqlite = processFor(context.sender);
  let isAnswered = false;
  conversation.onClose(() => {
    if (!isAnswered) sqlite.kill();
  });
  const answer = await conversation.unlessStopped(
    sqlite.ask({ file, statement, parameters, readOnly, maxRows: MAX_ROWS }),
  );
  isAnswered = true;
  if (answer.type === 'error') throw new UserError('INVALID_DATA', `SQLite: ${answer.message}`);
  return answer.result;
}

const PROCESS = fileURLToPath(moduleFile(new URL('./sqlite-process.ts', import.meta.url)));
const processes = new WeakMap<HttpSender, SqliteProcess>();

function processFor(sender: HttpSender): SqliteProcess {
  const known = processes.get(sender);
  if (known?.isAlive === true) return known;
  const started = new SqliteProcess();
  processes.set(sender, started);
  sender.onClose(() => started.kill());
  return started;
}

class SqliteProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<SqliteAnswer>>();
  #lastId = 0;
  isAlive = true;

  constructor() {
    this.#child = fork(PROCESS, {
      serialization: 'advanced',
      execArgv: nodeOptions(['--disable-warning=ExperimentalWarning']),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (answer) => {
      const { id } = answer as SqliteAnswer;
      this.#waiting.get(id)?.resolve(answer as SqliteAnswer);
      this.#waiting.delete(id);
    });
    this.#child.once('error', () => this.#ended());
    this.#child.once('exit', () => this.#ended());
  }

  ask(question: Omit<SqliteQuestion, 'id'>): Promise<SqliteAnswer> {
    const id = (this.#lastId += 1);
    const waiting = Promise.withResolvers<SqliteAnswer>();
    this.#waiting.set(id, waiting);
    this.#child.send({ ...question, id });
    return waiting.promise;
  }

  kill(): void {
    this.isAlive = false;
    this.#child.kill('SIGKILL');
  }

  #ended(): void {
    this.isAlive = false;
    for (const { reject } of this.#waiting.values())
      reject(new UserError('UNAVAILABLE', 'the process that runs SQLite has ended before its answer'));
    this.#waiting.clear();
  }
}
