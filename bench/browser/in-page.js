// The functions that page.ts calls in the measured page.
globalThis.bench = {
  /** Scrolls the list from its start to its end for this long; resolves with the milliseconds of each frame. */
  async scrollFrames(milliseconds) {
    const grid = document.querySelector('[role=grid]:has([data-id])');
    const box = [grid, ...grid.querySelectorAll('*')].find(
      (each) => each.scrollHeight > each.clientHeight + 1000,
    );
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

  /** The longest time in ms for which the page has been blocked since `watchBlocks`. */
  longestBlock: 0,
  watchBlocks() {
    this.longestBlock = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) this.longestBlock = Math.max(this.longestBlock, duration);
    }).observe({ type: 'longtask' });
  },
};
