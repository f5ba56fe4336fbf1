// The port of a new mock server. One that is taken names its holder, and the next free one is offered.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { FormRow, TextField } from '../../../parts/index.ts';
import css from './mocks.module.css';
import { mocks } from './model.ts';
import { parsePort } from './setup.ts';

interface PortRowProps {
  readonly port: string;
  readonly error: string | null;
  readonly onChange: (port: string) => void;
}

export function PortRow({ port, error, onChange }: PortRowProps) {
  const number = parsePort(port);
  const state = usePort(number, error);
  const taken =
    state !== null && !state.isFree ? `Port ${number} is used by ${holderText(state, number)}.` : null;
  const message = number === null ? 'Give a port from 1 to 65535' : (taken ?? error);
  const next = state?.next ?? null;
  return (
    <FormRow label="Port" htmlFor="mock-port" error={message}>
      <span className={css['inline']}>
        <TextField
          id="mock-port"
          className={css['short']}
          mono
          inputMode="numeric"
          placeholder="any free"
          value={port}
          isWrong={message !== null}
          onChange={onChange}
        />
        <small>on this computer only</small>
        {taken !== null && next !== null && (
          <button type="button" className={css['link']} onClick={() => onChange(String(next))}>
            Use {next}
          </button>
        )}
      </span>
    </FormRow>
  );
}

type PortState = ResultOf<'client.check_port'>;

/** Milliseconds after the last key before the port is looked at. */
const TYPING_MS = 250;

/** Returns whether a port is free; null while that is not known. `attempt`: looks again when it changes. */
function usePort(port: number | null, attempt: string | null): PortState | null {
  const [state, setState] = useState<PortState | null>(null);
  useEffect(() => {
    setState(null);
    if (port === null || port === 0) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      rpc('client.check_port', { port }, ended.signal).then(setState, () => undefined);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [port, attempt]);
  return state;
}

/** Names the program that has a port: a mock server of this window by its own name. */
function holderText({ holder }: PortState, port: number | null): string {
  const own = mocks.all().find((mock) => mock.end === null && mock.state.port === port);
  if (own !== undefined) return `Mock of ${own.state.name}`;
  if (holder === null) return 'another program';
  return holder.name === null ? `process ${holder.pid}` : `${holder.name}, process ${holder.pid}`;
}
