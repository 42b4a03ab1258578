/**
 * A keyboard shortcut as a visual hint. The button's text is the accessible name. Hidden while single-key
 * shortcuts are off.
 */
import { keysAsShown } from './keys.ts';
import { useKeysAreOn } from './use-keys.ts';

const style =
  'inline-grid h-5 min-w-5 place-items-center rounded-sm border border-current/30 px-1 font-sans text-xs leading-none font-medium';

export function KeyHint({ keys, className = '' }: { keys: string; className?: string }) {
  const areOn = useKeysAreOn();
  if (!areOn && !keys.startsWith('Mod+')) return null;
  return (
    <span aria-hidden="true" className={`inline-flex gap-0.5 max-lg:hidden ${className}`}>
      {keysAsShown(keys).map((key, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two keys of a sequence may be equal, and their order never changes.
        <kbd key={place} className={style}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
