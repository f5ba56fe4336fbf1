// Takes the answer that came into the messages, so that the conversation goes on.
import { readBody } from '../../../../../bodies/body-source.ts';
import { Button } from '../../../../../parts/index.ts';
import { attempt } from '../../../../../state/actions.ts';
import { useSend } from '../../../sends/index.ts';

interface TakeOverProps {
  readonly tabKey: string;
  readonly onAnswer: (text: string) => void;
}

export function TakeOver({ tabKey, onAnswer }: TakeOverProps) {
  const state = useSend(tabKey);
  if (state.type !== 'ended' || state.end.outcome !== 'received' || state.channel === null) return null;
  const { channel } = state;
  const take = (): void =>
    void attempt('The answer cannot be taken over', async () => {
      const { bytes } = await readBody({ type: 'channel', channel }, {});
      const { text } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly text?: unknown };
      if (typeof text !== 'string' || text === '') throw new Error('it has no text');
      onAnswer(text);
    });
  return <Button onClick={take}>Take answer over</Button>;
}
