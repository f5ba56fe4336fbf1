// The logo of the product.
import css from './mark.module.css';

export function Mark() {
  return (
    <div className={css['mark']} aria-hidden>
      <svg viewBox="0 0 24 24">
        <path d="M3 8.5h7.5a3 3 0 0 1 3 3v1a3 3 0 0 0 3 3H21" />
        <path d="M18 12.5l3 3-3 3" />
        <circle cx="5" cy="8.5" r="2" />
      </svg>
    </div>
  );
}
