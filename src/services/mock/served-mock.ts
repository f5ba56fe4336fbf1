// The mock that a server responds with, which another one replaces when files change. The answers of a description are
// checked against their schemas beside that.
import type { AnswerReport } from '../../specs/answer-check/answers.ts';
import type { CheckTask } from '../../specs/answer-check/worker.ts';
import { Mock, type MockSources } from './index.ts';

export class ServedMock {
  #mock: Mock;
  #sources: MockSources;
  readonly #onReport: (report: AnswerReport) => void;

  /** `onReport`: called when answers have been checked, after the start and after each replacement. */
  constructor(sources: MockSources, onReport: (report: AnswerReport) => void) {
    this.#sources = sources;
    this.#mock = new Mock(sources);
    this.#onReport = onReport;
  }

  get current(): Mock {
    return this.#mock;
  }

  readonly needsBody: Mock['needsBody'] = (request) => this.#mock.needsBody(request);
  readonly respond: Mock['respond'] = (request) => this.#mock.respond(request);
  readonly callbacks: Mock['callbacks'] = (...args) => this.#mock.callbacks(...args);
  readonly differences: Mock['differences'] = (...args) => this.#mock.differences(...args);

  /** Responds with others from now on; stored objects stay. Throws an Error where they cannot be used. */
  replace(sources: MockSources): void {
    this.#mock = new Mock(sources, this.#mock);
    this.#sources = sources;
    this.check();
  }

  /** Compares the answers of the description with their schemas, on another thread. */
  check(): void {
    const { api = null, collection } = this.#sources;
    if (api === null || api.examples === 'none') return;
    const { root } = api.description.answers.contract.document;
    void this.#checked(this.#mock, {
      root,
      collection: api.examples === 'whole' ? collection : api.examples,
    });
  }

  async #checked(mock: Mock, task: CheckTask) {
    const { checkAnswers } = await import('../../specs/answer-check/index.ts');
    const report = await checkAnswers(task);
    if (report === null) return;
    mock.repair(new Map(report.repaired));
    if (mock === this.#mock) this.#onReport(report);
  }
}
