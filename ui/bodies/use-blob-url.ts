// An address under which the page can draw bytes, whose type was recognised before.
import { useEffect, useState } from 'react';

/** Returns the address; null before it is made, and without bytes. */
export function useBlobUrl(bytes: Uint8Array | null, mime: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (bytes === null) return undefined;
    const made = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mime }));
    const timer = setTimeout(() => setUrl(made));
    return () => {
      clearTimeout(timer);
      URL.revokeObjectURL(made);
    };
  }, [bytes, mime]);
  return url;
}
