// Bounds the memory that V8 reserves for young objects. V8 doubles it while many of them survive, up to 32 MB, and the
// flows of a proxy survive by design: a second of traffic takes it there. A quarter of that serves requests as fast or
// faster, since it fits into the processor's cache. V8 reads the flag for the greatest size at the start of a process
// only, the one for the growth at each collection.
import { PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';

const MAX_BYTES = 8 * 1024 * 1024;

let observer: PerformanceObserver | null = null;

/** Lets the memory for young objects grow to 8 MiB and no further. Call it again after a collection that shrank it. */
export function boundYoungMemory(): void {
  observer?.disconnect();
  observer = null;
  if (!mayDouble()) {
    setGrowth(1);
    return;
  }
  setGrowth(2);
  // Only collections let it grow.
  observer = new PerformanceObserver((_, current) => {
    if (mayDouble()) return;
    current.disconnect();
    setGrowth(1);
  });
  observer.observe({ entryTypes: ['gc'] });
}

/** Sets the factor by which it grows at most at a collection. */
function setGrowth(factor: 1 | 2): void {
  v8.setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

function mayDouble(): boolean {
  const young = v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return young !== undefined && young.space_size * 2 <= MAX_BYTES;
}
