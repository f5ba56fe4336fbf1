// Starts the web UI: gets the token for the code in the URL, then shows the app.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connect } from './api/client.ts';
import { endSession, openSession } from './api/session.ts';
import { App } from './frame/app.tsx';
import { followLocation, go, locationFragment, showLocation } from './state/location.ts';
import { isViewer } from './state/mode.ts';
import { NoSession } from './frame/no-session.tsx';
import { followApp } from './state/app.ts';
import { exchangeDrafts, sendDraftsBeforeLeaving } from './state/drafts.ts';
import { exchangePreferences, sendBeforeLeaving } from './state/preference-sync.ts';
import { applyTheme } from './state/theme.ts';
import { applyTimeZone } from './state/times.ts';
import { styleNonce } from './styles/nonce.ts';
import './styles/tokens.css';
import './styles/base.css';

const root = createRoot(document.getElementById('root')!);

async function start(): Promise<void> {
  allowStyleSheets();
  applyTheme();
  applyTimeZone();
  const fragment = new URLSearchParams(location.hash.slice(1));
  const isOpening = fragment.has('code');
  // The code leaves the URL and the history before anything else happens.
  if (isOpening) history.replaceState(null, '', `/${locationFragment('traffic')}`);
  const token = await openSession(fragment);
  if (token === null) {
    root.render(<NoSession reason="missing" />);
    return;
  }
  connect(token, () => {
    endSession();
    root.render(<NoSession reason="ended" />);
  });
  const target = fragment.get('target');
  followLocation();
  if (isOpening && target !== null) {
    fragment.delete('code');
    showLocation({ ...Object.fromEntries(fragment), target });
  }
  if (!isOpening && location.hash === '') go('traffic');
  if (!isViewer) {
    // The first picture has the columns and sizes of the user, and what was typed before.
    await Promise.all([exchangePreferences(), exchangeDrafts()]);
    sendBeforeLeaving();
    sendDraftsBeforeLeaving();
  }
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  await followApp();
}

/**
 * Sets the nonce for the style sheet that dialogs add while they lock scrolling; the library takes it from a global.
 */
function allowStyleSheets(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}

void start();
