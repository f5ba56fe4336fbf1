// The frame around every screen: rail, top bar, screen, status bar, and whatever floats above them.
import { Suspense, useEffect } from 'react';
import { TooltipProvider } from '../parts/index.ts';
import { screens } from '../screens/index.ts';
import { useStore } from '../state/store.ts';
import { RecordingDialog } from '../controls/record-to-files.tsx';
import { CaptureSheet } from './capture-sheet.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { FrameCommands } from './frame-commands.tsx';
import css from './app.module.css';
import { listenToKeys } from '../commands/keyboard.ts';
import { shownLocation } from '../state/location.ts';
import { KeyHints } from './key-hints.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { focusScreen } from './regions.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { StatusBar } from './status-bar.tsx';
import { Toasts } from './toasts.tsx';
import { TopBar } from './top-bar.tsx';

export function App() {
  useEffect(() => listenToKeys(focusScreen), []);
  const { screen: id, params } = useStore(shownLocation);
  const screen = screens.find((each) => each.id === id) ?? screens[0]!;
  useEffect(() => {
    document.title = `${screen.title} — Traffic Proxy`;
  }, [screen]);
  useEffect(() => focusScreen(), [screen]);
  const { Component } = screen;
  return (
    <TooltipProvider>
      {/* Mounted first, so that screens take precedence. */}
      <FrameCommands />
      <div className={css['frame']}>
        <Rail current={screen.id} />
        <TopBar />
        <main className={css['main']} aria-label={screen.title}>
          <ConnectionBar />
          <div className={css['screen']}>
            <ScreenBoundary key={screen.id}>
              <Suspense fallback={null}>
                <Component params={params} />
              </Suspense>
            </ScreenBoundary>
          </div>
        </main>
        <StatusBar />
      </div>
      <CaptureSheet />
      <RecordingDialog />
      <Palette />
      <KeyHints />
      <Toasts />
    </TooltipProvider>
  );
}
