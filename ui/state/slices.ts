// Long work in slices, between which the page draws and takes input.

/** Milliseconds of a slice: with what follows, it fits into the time of a frame or two. */
const SLICE_MS = 12;

/** Does work step by step. The first slice is done at once, so that short work is over when this returns. Returns a function that ends it. */
export function inSlices(steps: Iterator<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = (): void => {
    const end = performance.now() + SLICE_MS;
    for (;;) {
      if (steps.next().done === true) return;
      if (performance.now() >= end) break;
    }
    timer = setTimeout(slice);
  };
  slice();
  return () => clearTimeout(timer);
}
