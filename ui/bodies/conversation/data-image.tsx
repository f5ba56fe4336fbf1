// An image of a conversation. Its bytes were recognised; it is drawn from them, and nothing is loaded.
import { useMemo, useState } from 'react';
import { fromBase64 } from '../../../src/base/bytes.ts';
import { sizeText } from '../../format/measures.ts';
import { useBlobUrl } from '../use-blob-url.ts';
import css from './conversation.module.css';

interface DataImageProps {
  /** The type that the bytes show. */
  readonly mime: string;
  readonly base64: string;
}

export function DataImage({ mime, base64 }: DataImageProps) {
  const bytes = useMemo(() => fromBase64(base64), [base64]);
  const url = useBlobUrl(bytes, mime);
  const [isBroken, setBroken] = useState(false);
  const size = bytes === null ? '' : `, ${sizeText(bytes.length)}`;
  return (
    <figure className={css['image']}>
      {url !== null && !isBroken && <img src={url} alt={`Sent as ${mime}`} onError={() => setBroken(true)} />}
      <figcaption>
        {isBroken || bytes === null ? `This ${mime} is not complete, or the browser cannot draw it` : mime}
        {size}
      </figcaption>
    </figure>
  );
}
