// The trust stores of this computer: whether each has our root, and the command that adds or removes it.
import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { rpc } from '../../../api/client.ts';
import { certificate } from '../../../state/app.ts';
import { createResource, useResource } from '../../../state/resource.ts';
import { Badge, Button, CopyLine, Spinner } from '../../../parts/index.ts';
import { Row } from '../setting-row.tsx';
import shared from '../settings.module.css';
import css from './trust-stores.module.css';

const trust = createResource(() => rpc('ui.trust', {}));

export function TrustStores() {
  const { value, error } = useResource(trust);
  const check = (): void => {
    void trust.load();
    void certificate.load();
  };
  return (
    <Row
      title="Trust"
      hint={
        <>
          Commands that change a store are yours to run: some ask for a password.{' '}
          <Button size="small" onClick={check}>
            Check again
          </Button>
        </>
      }
    >
      {error !== null && <p className={shared['hint']}>The stores cannot be listed: {error}</p>}
      {value === null && error === null && <Spinner label="Looking at the stores" />}
      {value?.map(({ name, trusted, add, places }) => (
        <section key={name} className={css['store']} aria-label={`Trust of ${name}`}>
          <p>
            {name.charAt(0).toUpperCase() + name.slice(1)} <TrustBadge trusted={trusted} />
          </p>
          {trusted !== true && <CopyLine text={add} name="command that adds it" />}
          {places.map(({ where, remove }) => (
            <div key={where}>
              <p className={shared['hint']}>It is in {where}.</p>
              {remove !== '' && <CopyLine text={remove} name={`command that removes it from ${where}`} />}
            </div>
          ))}
        </section>
      ))}
    </Row>
  );
}

function TrustBadge({ trusted }: { readonly trusted: boolean | null }) {
  if (trusted === null) return <Badge icon={ShieldQuestionMark}>Not known</Badge>;
  if (trusted)
    return (
      <Badge tone="ok" icon={ShieldCheck}>
        Trusted
      </Badge>
    );
  return (
    <Badge tone="warn" icon={ShieldAlert}>
      Not trusted yet
    </Badge>
  );
}
