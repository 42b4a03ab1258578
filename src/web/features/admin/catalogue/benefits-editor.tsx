/** What the buyer gets, a line each. Enter begins the next line; lines move up and down by their buttons or with Alt and an arrow. */
import { useRef } from 'react';
import { benefitsAtMost } from '#contract/admin/catalogue.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

type BenefitsEditorProps = { benefits: string[]; errors: Readonly<Record<string, string>>; onChange: (benefits: string[]) => void };

const swapped = (all: string[], at: number, to: number): string[] =>
  all.map((text, index) => (index === at ? (all[to] ?? '') : index === to ? (all[at] ?? '') : text));

export function BenefitsEditor({ benefits, errors, onChange }: BenefitsEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const focusLine = (at: number) => requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus());
  const move = (at: number, to: number) => {
    if (to < 0 || to >= benefits.length) return;
    onChange(swapped(benefits, at, to));
    focusLine(to);
  };
  const addAfter = (at: number) => {
    if (benefits.length >= benefitsAtMost) return;
    onChange(benefits.toSpliced(at + 1, 0, ''));
    focusLine(at + 1);
  };
  const onKeyDown = (event: React.KeyboardEvent, at: number) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) addAfter(at);
    else if (event.altKey && event.key === 'ArrowUp') move(at, at - 1);
    else if (event.altKey && event.key === 'ArrowDown') move(at, at + 1);
    else return;
    event.preventDefault();
  };
  const ofAll = errors.benefits;
  return (
    <div className="grid gap-2">
      <ol ref={list} className="grid gap-2">
        {benefits.map((text, at) => {
          const error = errors[`benefits.${at}`];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place; its text changes with each stroke.
            <li key={at} className="grid gap-1">
              <div className="flex items-center gap-1.5">
                <TextInput
                  aria-label={`Benefit ${at + 1}`}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `benefit-${at}-error` : undefined}
                  value={text}
                  onChange={({ target }) => onChange(benefits.map((one, index) => (index === at ? target.value : one)))}
                  onKeyDown={(event) => onKeyDown(event, at)}
                />
                <LineButton label={`Move benefit ${at + 1} up`} icon="up" isOff={at === 0} onPress={() => move(at, at - 1)} />
                <LineButton
                  label={`Move benefit ${at + 1} down`}
                  icon="down"
                  isOff={at === benefits.length - 1}
                  onPress={() => move(at, at + 1)}
                />
                <LineButton label={`Remove benefit ${at + 1}`} icon="remove" onPress={() => onChange(benefits.toSpliced(at, 1))} />
              </div>
              {error && (
                <p id={`benefit-${at}-error`} role="alert" className="text-sm font-medium text-danger">
                  {error}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {ofAll && (
        <p role="alert" className="text-sm font-medium text-danger">
          {ofAll}
        </p>
      )}
      <Button size="small" variant="secondary" className="w-fit" onClick={() => addAfter(benefits.length - 1)}>
        Add a benefit
      </Button>
    </div>
  );
}

type LineButtonProps = { label: string; icon: 'up' | 'down' | 'remove'; isOff?: boolean; onPress: () => void };

export const LineButton = ({ label, icon, isOff = false, onPress }: LineButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isOff || undefined}
    className="grid size-9 shrink-0 place-items-center rounded-md border border-line bg-surface hover:border-field aria-disabled:opacity-40"
    onClick={isOff ? undefined : onPress}
  >
    <Icon name={icon === 'remove' ? 'close' : 'chevron'} className={`size-4 ${icon === 'up' ? 'rotate-180' : ''}`} />
  </button>
);
