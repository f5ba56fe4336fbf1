// Shows recorded requests without a proxy: the traffic list of `proxyctl view`, filled from files. They are read into a
// session file, so that memory has only what is looked at.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { UserError } from '../base/errors.ts';
import { CaptureBudget } from '../flow/capture-budget.ts';
import { flowDetail, type FlowDetail } from '../flow/detail.ts';
import type { Flow } from '../flow/flow.ts';
import { spillFilePath } from '../flow/orphaned-spill-files.ts';
import { ProtoCatalogue } from '../flow/proto-catalogue.ts';
import { FlowStore } from '../flow/store.ts';
import { openTraffic, type OpenedFile, type OpenedTraffic } from '../traffic/open-traffic.ts';
import { endUnfinished } from '../traffic/formats/session/end-unfinished.ts';
import { isSessionDatabase } from '../traffic/formats/session/version.ts';
import { JoinedFile } from '../traffic/session-file/joined-file.ts';
import { SessionFile } from '../traffic/session-file/session-file.ts';
import { TrafficList } from '../traffic/traffic-list.ts';
import type { ViewContext } from './methods/context.ts';
import { defaults } from './settings/defaults.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary-folder.ts';

export class Viewer implements ViewContext {
  readonly traffic: TrafficList;
  readonly protos = new ProtoCatalogue();
  readonly #captures: CaptureBudget;
  readonly #folder = makeTemporaryFolder();
  readonly #store: FlowStore;
  readonly #file: JoinedFile;
  readonly #closing = new AbortController();
  #opening: Promise<unknown> = Promise.resolve();

  /** `say` is called with sentences about requests that cannot be kept. */
  constructor(say: (text: string) => void = () => undefined) {
    this.#captures = new CaptureBudget({
      // A recording is shown as it is.
      maxBodyBytes: Infinity,
      memoryBytes: defaults.capture.memoryBudgetBytes,
      diskBytes: defaults.capture.diskBudgetBytes,
      spillPath: spillFilePath(this.#folder, randomUUID()),
    });
    const own = new SessionFile(join(this.#folder, 'view.proxysession'), this.#captures, {
      written: (ids) => this.traffic.written(ids),
      lost: () => this.traffic.rewrite(this.#file.lastOpenedId),
      say,
    });
    this.#store = new FlowStore(this.#captures);
    this.#file = new JoinedFile(own, this.#captures);
    this.traffic = new TrafficList(this.#store, { file: this.#file, say });
  }

  /** Adds the requests of a file. Rejects with the reason when nothing can be read. */
  open(file: OpenedFile): Promise<OpenedTraffic> {
    const opened = this.#opened(file);
    this.#opening = opened.catch(() => undefined);
    return opened;
  }

  async #opened(file: OpenedFile): Promise<OpenedTraffic> {
    if (file.path !== null && this.traffic.size === 0 && isSessionDatabase(file.path))
      try {
        return await this.#lookAt(file.path, file.name);
      } catch (error) {
        if (error instanceof UserError) throw error;
        // It is damaged: what is left of it is read into our own file.
        this.#file.leave();
        this.traffic.clear();
      }
    return openTraffic(
      {
        captures: this.#captures,
        traffic: this.traffic,
        added: (flows) => flows.forEach((flow) => this.protos.collectFrom(flow)),
        signal: this.#closing.signal,
      },
      file,
    );
  }

  /** Lists the requests of a session file, which stay where they are. */
  async #lookAt(path: string, name: string): Promise<OpenedTraffic> {
    const lastId = this.#file.open(path, (flow) => {
      flow.openedFrom ??= name;
      endUnfinished(flow);
      this.protos.collectFrom(flow);
    });
    this.#store.skipIds(lastId);
    let count = 0;
    for await (const rows of this.#file.rows()) {
      if (this.#closing.signal.aborted) break;
      this.traffic.list(rows);
      count += rows.length;
    }
    return { count, ids: [], skipped: [] };
  }

  find(id: number): Flow | undefined {
    return this.traffic.find(id);
  }

  detail(flow: Flow): Promise<FlowDetail> {
    return flowDetail(flow, this.protos);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#opening;
    this.traffic.close();
    await this.#file.close();
    this.#captures.close();
    removeTemporaryFolder(this.#folder);
  }
}
