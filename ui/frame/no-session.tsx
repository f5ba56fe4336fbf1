// Shown in place of the app when this tab has no valid token.
import { isViewer } from '../state/mode.ts';
import css from './message.module.css';

const COMMAND = isViewer ? 'proxyctl view FILE' : 'proxyctl app';

const TEXTS = {
  missing: 'This page needs the link that the app has opened or printed: each works once, for 60 s.',
  ended: 'The app no longer accepts the session of this tab, because its token was renewed.',
};

export function NoSession({ reason }: { readonly reason: keyof typeof TEXTS }) {
  return (
    <main className={css['message']}>
      <h1>Traffic Proxy is not open in this tab</h1>
      <p role="status">{TEXTS[reason]}</p>
      <p>Run this command again; it opens this page in your browser:</p>
      <pre className="mono">{COMMAND}</pre>
    </main>
  );
}
