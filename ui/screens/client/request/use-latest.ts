// A function that returns the value of the last drawing, for editors whose extensions must not change.
import { useEffect, useRef, useState } from 'react';

export function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const [read] = useState(() => () => latest.current);
  return read;
}
