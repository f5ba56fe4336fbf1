// The tools, resources and prompts of the server. Choosing one fills its arguments.
import { useId, useState } from 'react';
import { Tabs, TextField } from '../../../../../parts/index.ts';
import type { ColumnProps } from '../contract.ts';
import { AskBar } from '../shared/ask-bar.tsx';
import css from '../shared/column.module.css';
import { useDescription, type DescriptionOf } from '../shared/description.ts';
import { editSection } from '../shared/options-pane.tsx';

type Kind = 'tools' | 'resources' | 'prompts';

/** Something that the server offers, and the fields of a request for it. */
interface Offer {
  readonly name: string;
  readonly text: string;
  readonly operation: string;
  readonly target: string;
  readonly arguments: string;
}

export function OffersColumn(props: ColumnProps) {
  const { tabKey, request } = props;
  const asked = useDescription(tabKey, 'mcp');
  const [kind, setKind] = useState<Kind>('tools');
  const [sought, setSought] = useState('');
  const panel = useId();
  if (asked.value === null) return <AskBar {...props} asked={asked} offers="tools, resources and prompts" />;
  const offers = offersOf(asked.value);
  const { operation, target } = request.mcp ?? {};
  const found = offers[kind].filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <>
      <Tabs<Kind>
        label="Offers of the server"
        items={[
          { id: 'tools', title: 'Tools', count: offers.tools.length },
          { id: 'resources', title: 'Resources', count: offers.resources.length },
          { id: 'prompts', title: 'Prompts', count: offers.prompts.length },
        ]}
        value={kind}
        onChange={setKind}
        panel={panel}
      />
      <AskBar {...props} asked={asked} offers="tools, resources and prompts" />
      <div className={css['find']}>
        <TextField
          aria-label={`Find in ${kind}`}
          placeholder={`Find in ${kind}`}
          value={sought}
          onChange={setSought}
        />
      </div>
      <div className={css['list']} id={panel} role="tabpanel" aria-label={kind}>
        {found.length === 0 && <p className={css['hint']}>The server has no such {kind}.</p>}
        {found.map((offer) => {
          const isCurrent = offer.operation === operation && offer.target === target;
          const { name: _, text: __, ...fields } = offer;
          return (
            <div key={offer.target} className={css['item']} data-current={isCurrent}>
              <button
                type="button"
                className={css['itemMain']}
                aria-current={isCurrent}
                title={offer.text}
                onClick={() => editSection(tabKey, request, 'mcp', fields)}
              >
                <span className={css['itemName']}>{offer.name}</span>
                {offer.text !== '' && <span className={css['itemText']}>{offer.text}</span>}
              </button>
            </div>
          );
        })}
      </div>
    </>
  );
}

function offersOf({
  tools,
  resources,
  templates,
  prompts,
}: DescriptionOf<'mcp'>): Readonly<Record<Kind, readonly Offer[]>> {
  const reading = (name: string, uri: string, text: string): Offer => ({
    name: name === '' ? uri : name,
    text: text === '' ? uri : text,
    operation: 'resources/read',
    target: uri,
    arguments: '{}',
  });
  return {
    tools: tools.map((tool) => ({
      name: tool.name,
      text: tool.description,
      operation: 'tools/call',
      target: tool.name,
      arguments: tool.arguments,
    })),
    resources: [
      ...resources.map(({ name, uri, description }) => reading(name, uri, description)),
      ...templates.map(({ name, uriTemplate, description }) => reading(name, uriTemplate, description)),
    ],
    prompts: prompts.map((prompt) => ({
      name: prompt.name,
      text: prompt.description,
      operation: 'prompts/get',
      target: prompt.name,
      arguments: JSON.stringify(
        Object.fromEntries(prompt.arguments.filter(({ required }) => required).map(({ name }) => [name, ''])),
        null,
        2,
      ),
    })),
  };
}
