/**
 * The number of invalid fields after Complete order was clicked, with a link to each. It takes the focus. The
 * list stays until the next click, so the layout does not shift; the number goes down with each correction.
 */
import { useEffect, useId, useRef } from 'react';
import { useLanguage } from '#web/language.tsx';
import { Icon } from '#web/ui/icon.tsx';

export type WrongField<Name extends string = string> = { name: Name; label: string };

type Props<Name extends string> = {
  /** A new list for each click. */
  listed: WrongField<Name>[];
  isWrong: (name: Name) => boolean;
  onFollow: (name: Name) => void;
};

export function ErrorSummary<Name extends string>({ listed, isWrong, onFollow }: Props<Name>) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const { say, translate } = useLanguage();
  useEffect(() => {
    if (listed.length > 0) box.current?.focus();
  }, [listed]);
  if (listed.length === 0) return null;
  const { length: remaining } = listed.filter(({ name }) => isWrong(name));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group the fields themselves.
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-labelledby={id}
      className="rounded-md bg-danger-soft p-4 text-ink"
    >
      <p id={id} className="font-semibold">
        {remaining === 0
          ? say('All of these fields are correct now')
          : say('{count, plural, one {# field needs attention} other {# fields need attention}}', {
              count: remaining,
            })}
      </p>
      <ul className="flex flex-wrap gap-x-5">
        {listed.map(({ name, label }) => (
          <li key={name} className="flex items-center gap-1.5">
            <Icon
              name={isWrong(name) ? 'alert' : 'check'}
              className={`size-4 ${isWrong(name) ? 'text-danger' : 'text-ok'}`}
            />
            <button
              type="button"
              className="min-h-9 underline underline-offset-4 hover:text-accent"
              onClick={() => onFollow(name)}
            >
              {translate(label)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
