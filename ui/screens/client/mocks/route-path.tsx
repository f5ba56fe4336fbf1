// A path whose last segment stands out, cut in its middle.
import { lastSegment, urlParts } from '../../../format/url.ts';
import { MiddleText } from '../../../parts/index.ts';
import css from './mocks.module.css';

export function RoutePath({ path }: { readonly path: string }) {
  const { path: plain, query } = urlParts(`x://h${path}`);
  const [head, last] = lastSegment(plain === '' ? '/' : plain);
  return (
    <MiddleText
      title={path}
      head={<span className={css['quiet']}>{head}</span>}
      end={last}
      query={query === '' ? null : <span className={css['quiet']}>{query}</span>}
    />
  );
}
