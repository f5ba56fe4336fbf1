// The services of the server, by reflection or from the files of the request. Choosing a method fills its message.
import { useEffect, useState } from 'react';
import { TextField } from '../../../../../parts/index.ts';
import { formattedJson } from '../../../../../format/text.ts';
import type { ColumnProps } from '../contract.ts';
import { AskBar } from '../shared/ask-bar.tsx';
import css from '../shared/column.module.css';
import { useDescription, type DescriptionOf } from '../shared/description.ts';
import { editSection } from '../shared/options-pane.tsx';
import { kindOf, noteKinds } from './kinds.ts';
import { shortName } from './message-problem.ts';

type Service = DescriptionOf<'grpc'>['services'][number];
type Method = Service['methods'][number];

export function ServicesColumn(props: ColumnProps) {
  const { tabKey, request } = props;
  const asked = useDescription(tabKey, 'grpc');
  const { value } = asked;
  const [sought, setSought] = useState('');
  useEffect(() => {
    if (value !== null) noteKinds(value);
  }, [value]);
  const { service = '', method = '', messages = [] } = request.grpc ?? {};
  const templates = new Set(value?.services.flatMap(({ methods }) => methods.map((each) => each.message)));
  const isOwn = messages.some((text) => text.trim() !== '' && text.trim() !== '{}' && !templates.has(text));
  const choose = (chosen: Service, { name, message }: Method): void =>
    editSection(tabKey, request, 'grpc', {
      service: chosen.name,
      method: name,
      // What was typed stays.
      ...(!isOwn && { messages: [formattedJson(message)] }),
    });
  const wanted = sought.trim().toLowerCase();
  return (
    <>
      <AskBar {...props} asked={asked} offers="services, by reflection or from the files in Settings" />
      {value !== null && (
        <>
          <div className={css['find']}>
            <TextField
              aria-label="Find a method"
              placeholder="Find a method"
              value={sought}
              onChange={setSought}
            />
          </div>
          <div className={css['list']}>
            {value.services.map((each) => (
              <section key={each.name} aria-label={each.name}>
                <h3 className={css['heading']}>{each.name}</h3>
                {each.methods
                  .filter(({ name }) => name.toLowerCase().includes(wanted))
                  .map((one) => (
                    <MethodItem
                      key={one.name}
                      method={one}
                      isCurrent={each.name === service && one.name === method}
                      onChoose={() => choose(each, one)}
                    />
                  ))}
              </section>
            ))}
          </div>
          <MethodDetail services={value.services} service={service} method={method} />
        </>
      )}
    </>
  );
}

interface MethodItemProps {
  readonly method: Method;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

function MethodItem({ method, isCurrent, onChoose }: MethodItemProps) {
  return (
    <div className={css['item']} data-current={isCurrent}>
      <button type="button" className={css['itemMain']} aria-current={isCurrent} onClick={onChoose}>
        <span className={css['itemName']}>{method.name}</span>
        <span className={css['itemNote']}>{kindOf(method)}</span>
      </button>
    </div>
  );
}

interface MethodDetailProps {
  readonly services: readonly Service[];
  readonly service: string;
  readonly method: string;
}

function MethodDetail({ services, service, method }: MethodDetailProps) {
  const owner = services.find(({ name }) => name === service);
  const found = owner?.methods.find(({ name }) => name === method);
  if (owner === undefined || found === undefined) return null;
  return (
    <div className={css['detail']} role="region" aria-label="Request type" tabIndex={0}>
      <p>
        Takes {found.requestStream && 'a stream of '}
        <code>{found.request}</code>, answers with {found.responseStream && 'a stream of '}
        <code>{found.response}</code>
      </p>
      {owner.types[found.request]?.map((field) => (
        <p key={field.name}>
          <code>
            {field.name} {fieldType(field)}
          </code>
        </p>
      ))}
    </div>
  );
}

function fieldType({ label, type, values }: Service['types'][string][number]): string {
  const name = shortName(type);
  const text = values === undefined ? name : `${name}, one of ${values.length}`;
  if (label === 'map') return `map of ${text}`;
  return label === 'many' ? `repeated ${text}` : text;
}
