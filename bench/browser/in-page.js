// The functions that page.ts calls in the measured page.
globalThis.bench = {
  /** Scrolls the list from its start to its end for this long; resolves with the milliseconds of each frame. */
  scrollFrames(milliseconds) {
    const grid = document.querySelector('[role=grid]:has([data-id])');
    return this.framesOf(
      [grid, ...grid.querySelectorAll('*')].find((each) => each.scrollHeight > each.clientHeight + 1000),
      milliseconds,
    );
  },

  /** Scrolls an element from its start to its end, like `scrollFrames`. */
  async framesOf(box, milliseconds) {
    const frames = [];
    const start = performance.now();
    let before = start;
    while (before - start < milliseconds) {
      box.scrollTop = ((before - start) / milliseconds) * box.scrollHeight;
      const now = await new Promise((resolve) => requestAnimationFrame(resolve));
      frames.push(now - before);
      before = now;
    }
    return frames.slice(1);
  },

  /** Scrolls the rows of a run; resolves with the milliseconds of each frame. */
  scrollRun(milliseconds) {
    return this.framesOf(document.querySelector('[data-run-rows]'), milliseconds);
  },

  /** Resolves with the milliseconds of each frame for this long, while the page does what it does. */
  async framesFor(milliseconds) {
    const frames = [];
    const start = performance.now();
    let before = start;
    while (before - start < milliseconds) {
      const now = await new Promise((resolve) => requestAnimationFrame(resolve));
      frames.push(now - before);
      before = now;
    }
    return frames.slice(1);
  },

  /** Milliseconds from each key to the frame that shows it, since `watchKeys`. */
  keyTimes: [],
  watchKeys() {
    document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => this.keyTimes.push(performance.now() - timeStamp))),
      { capture: true },
    );
  },

  /** Sets the filter at once; resolves with the milliseconds until the page has painted the result. */
  async setFilter(text) {
    const field = document.querySelector('#traffic-filter');
    const start = performance.now();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - start;
  },

  get grid() {
    return document.querySelector('#traffic-list');
  },

  /** The number of rows of the list; NaN while some are looked for. */
  get rows() {
    return this.grid.getAttribute('aria-busy') === 'true' ? NaN : this.grid.getAttribute('aria-rowcount') - 1;
  },

  /** Does something at the list; resolves with the milliseconds until `isDone` says so after a frame. */
  async timeOf(act, isDone) {
    const start = performance.now();
    act();
    do await new Promise((resolve) => requestAnimationFrame(resolve));
    while (!isDone());
    return performance.now() - start;
  },

  /** Sets the filter; resolves with the milliseconds until the list has this number of rows. */
  filterUntil(text, rows) {
    return this.timeOf(
      () => void this.setFilter(text),
      () => this.rows === rows,
    );
  },

  /** Sorts by a column; resolves with the milliseconds until the rows are sorted. */
  sortBy(column) {
    const head = document.querySelector(`[data-column=${column}]`);
    return this.timeOf(
      () => head.querySelector('button').click(),
      () => head.ariaSort !== 'none' && this.grid.ariaBusy !== 'true',
    );
  },

  /** Selects all rows by their key; resolves with the milliseconds until they are drawn as selected. */
  selectAll() {
    const key = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true });
    return this.timeOf(
      () => this.grid.dispatchEvent(key),
      () => document.querySelector('[role=row][aria-selected=true]') !== null,
    );
  },

  /** Scrolls to a share of the list; resolves with the milliseconds until a row near there is drawn. */
  scrollTo(share, count) {
    const { grid } = this;
    return this.timeOf(
      () => (grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * share),
      () =>
        [...grid.querySelectorAll('[data-id]')].some(
          ({ dataset }) => Math.abs(dataset.id - share * count) < 100,
        ),
    );
  },

  /** Resolves with the milliseconds from the next press on the list until the tree of a response is there. */
  async untilTree() {
    const { timeStamp } = await new Promise((resolve) =>
      this.grid.addEventListener('pointerdown', resolve, { capture: true, once: true }),
    );
    do await new Promise((resolve) => requestAnimationFrame(resolve));
    while (!document.querySelector('[data-side=response] [role=tree][data-values] [role=treeitem]'));
    return performance.now() - timeStamp;
  },

  /** Searches in that tree; resolves with the milliseconds until it says how much it has found. */
  searchTree(text) {
    const field = document.querySelector('[data-side=response] [data-search] input');
    return this.timeOf(
      () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      },
      () => document.querySelector('[data-side=response] [data-search=done]') !== null,
    );
  },

  /** The longest time in ms for which the page has been blocked since `watchBlocks`. */
  longestBlock: 0,
  watchBlocks() {
    this.longestBlock = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) this.longestBlock = Math.max(this.longestBlock, duration);
    }).observe({ type: 'longtask' });
  },
};
