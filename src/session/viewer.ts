// Shows recorded requests without a proxy: the traffic list of `proxyctl view`, filled from files.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { CaptureBudget } from '../flow/capture-budget.ts';
import { flowDetail, type FlowDetail } from '../flow/detail.ts';
import type { Flow } from '../flow/flow.ts';
import { spillFilePath } from '../flow/orphaned-spill-files.ts';
import { ProtoCatalogue } from '../flow/proto-catalogue.ts';
import { FlowStore } from '../flow/store.ts';
import { openTraffic, type OpenedTraffic } from '../traffic/open-traffic.ts';
import type { ViewContext } from './methods/context.ts';
import { defaults } from './settings/defaults.ts';
import { TrafficList } from '../traffic/traffic-list.ts';

export class Viewer implements ViewContext {
  readonly traffic: TrafficList;
  readonly protos = new ProtoCatalogue();
  readonly #captures: CaptureBudget;

  constructor() {
    this.#captures = new CaptureBudget({
      // A recording is shown as it is.
      maxBodyBytes: Infinity,
      memoryBytes: defaults.capture.memoryBudgetBytes,
      diskBytes: defaults.capture.diskBudgetBytes,
      spillPath: spillFilePath(tmpdir(), `view-${randomUUID()}`),
    });
    this.traffic = new TrafficList(new FlowStore(this.#captures));
  }

  /** Adds the requests of a file. Rejects with the reason when nothing can be read. */
  async open(chunks: AsyncIterable<Buffer>, name: string): Promise<OpenedTraffic> {
    const { traffic } = this;
    const opened = await openTraffic({ captures: this.#captures, traffic }, chunks, name);
    for (const id of opened.ids) this.protos.collectFrom(traffic.find(id)!);
    return opened;
  }

  find(id: number): Flow | undefined {
    return this.traffic.find(id);
  }

  detail(flow: Flow): Promise<FlowDetail> {
    return flowDetail(flow, this.protos);
  }

  close(): void {
    this.traffic.close();
    this.#captures.close();
  }
}
