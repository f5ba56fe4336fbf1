// Shows the messages of state/toasts.ts at the bottom right.
import { CircleX, X } from 'lucide-react';
import { Button, IconButton } from '../parts/index.ts';
import { useStore } from '../state/store.ts';
import { dismissToast, runToast, toasts } from '../state/toasts.ts';
import css from './toasts.module.css';

export function Toasts() {
  const list = useStore(toasts);
  return (
    <div className={css['toasts']} role="region" aria-label="Messages">
      {list.map((toast) => (
        <div key={toast.id} className={css['toast']} role={toast.tone === 'error' ? 'alert' : 'status'}>
          {toast.tone === 'error' && <CircleX aria-hidden className={css['toastError']} />}
          <span className={css['toastText']}>{toast.text}</span>
          {toast.action !== null && (
            <Button
              size="small"
              {...(toast.action.isUndo && { keys: 'mod+z' })}
              onClick={() => runToast(toast)}
            >
              {toast.action.label}
            </Button>
          )}
          {toast.tone === 'error' && (
            <IconButton icon={X} label="Dismiss" size="small" onClick={() => dismissToast(toast.id)} />
          )}
        </div>
      ))}
    </div>
  );
}
