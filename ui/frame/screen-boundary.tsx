// Keeps an error in one screen from taking down the whole page.
import { Component, type ReactNode } from 'react';
import { messageOf } from '../api/client.ts';
import { Button } from '../parts/index.ts';
import css from './message.module.css';

interface State {
  readonly error: unknown;
  readonly hasFailed: boolean;
}

export class ScreenBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={css['message']} role="alert">
        <h1>This screen failed</h1>
        <p>{messageOf(this.state.error)}</p>
        <p>Captured requests, rules and settings are kept by the app.</p>
        <Button kind="line" onClick={() => this.setState({ error: null, hasFailed: false })}>
          Show it again
        </Button>
      </div>
    );
  }
}
