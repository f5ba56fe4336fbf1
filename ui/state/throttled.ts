// Values that change often, followed at a slower pace.
import { useEffect, useState } from 'react';

/** Returns a value that follows another one at most once every `ms` milliseconds. */
export function useThrottled<T>(value: T, ms: number): T {
  const [shown, setShown] = useState({ value, at: 0 });
  useEffect(() => {
    if (Object.is(shown.value, value)) return;
    const wait = Math.max(0, shown.at + ms - Date.now());
    const timer = setTimeout(() => setShown({ value, at: Date.now() }), wait);
    return () => clearTimeout(timer);
  }, [value, ms, shown]);
  return shown.value;
}
