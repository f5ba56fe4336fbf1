// The folders and files in a folder of this machine.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';

export type Listing = ResultOf<'client.list_folder'>;

/** Lists a folder, by default that of the workspace; `go` lists another. */
export function useListing(start: string | undefined) {
  const [path, setPath] = useState(start);
  const [listing, setListing] = useState<Listing | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    rpc('client.list_folder', path === undefined ? {} : { path }).then(
      (found) => {
        if (!isCurrent) return;
        setListing(found);
        setError(null);
      },
      (reason: unknown) => isCurrent && setError(messageOf(reason)),
    );
    return () => {
      isCurrent = false;
    };
  }, [path]);
  return { listing, error, go: setPath };
}

/** Returns the path of an entry. Paths of Windows have backslashes. */
export function joined(folder: string, name: string): string {
  const separator = folder.includes('\\') ? '\\' : '/';
  return folder.endsWith(separator) ? `${folder}${name}` : `${folder}${separator}${name}`;
}
