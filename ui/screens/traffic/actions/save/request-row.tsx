// A request that captured exchanges become: its name, and which responses are its examples.
import { Badge, Button, Checkbox, Segmented, StatusText, TextField } from '../../../../parts/index.ts';
import type { Choice, Plan } from './plan.ts';
import css from './save-dialog.module.css';

interface RequestRowProps {
  readonly request: Plan['requests'][number];
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Partial<Choice>) => void;
}

export function RequestRow({ request, choice, onChoose }: RequestRowProps) {
  const { key, name, method, url, path, exchanges, existing } = request;
  const shownName = choice?.name ?? name;
  const examples = exchanges.filter(({ isExample }) => isExample).map(({ id }) => id);
  return (
    <li className={css['request']} data-off={choice?.isLeftOut === true}>
      <Checkbox
        label={method}
        checked={choice?.isLeftOut !== true}
        onChange={(on) => onChoose({ isLeftOut: !on })}
      />
      <TextField
        aria-label={`Name of ${key}`}
        value={shownName}
        onChange={(text) => onChoose(text.trim() === '' ? { name: undefined } : { name: text })}
      />
      <span className={css['url']} title={url}>
        {url}
        {path.map((each) => (
          <small key={each.name}>{` :${each.name} = ${each.value}`}</small>
        ))}
      </span>
      {existing === null ? (
        <Badge tone="ok">new</Badge>
      ) : (
        <Segmented
          label={`${shownName} is in the collection`}
          value={choice?.isCopy === true ? 'copy' : 'example'}
          options={[
            ['example', 'Example'],
            ['copy', 'Copy'],
          ]}
          onChange={(value) => onChoose({ isCopy: value === 'copy' })}
        />
      )}
      <div className={css['exchanges']} role="group" aria-label={`Examples of ${shownName}`}>
        {exchanges.map(({ id, status, reason, isExample, isSource }) => (
          <span key={id} className={css['exchange']}>
            {status !== null && (
              <Checkbox
                label={`#${id}`}
                checked={isExample}
                onChange={(on) =>
                  onChoose({ examples: on ? [...examples, id] : examples.filter((each) => each !== id) })
                }
              />
            )}
            {status === null ? `#${id} failed` : <StatusText flow={{ status, state: 'completed' }} />}
            <small>{isSource ? `${reason}, the request is made from this` : reason}</small>
            {exchanges.length > 1 && !isSource && (
              <Button size="small" onClick={() => onChoose({ source: id })}>
                Make it from this
              </Button>
            )}
          </span>
        ))}
      </div>
    </li>
  );
}
