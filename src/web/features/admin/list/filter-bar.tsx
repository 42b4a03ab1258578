/** The filters of a list, one pill each: dashed while inactive, otherwise with its value. */
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { SmallWindow } from '#web/features/admin/act/small-window.tsx';
import type { Filter } from './definition.ts';
import { type ListState, type UsedState, withFilter } from './list-state.ts';

export function FilterBar({ filters, used }: { filters: readonly Filter[]; used: UsedState }) {
  const { state, change } = used;
  const [isOpen, setOpen] = useState(false);
  if (filters.length === 0) return null;
  const count = filters.filter((filter) => saidBy(filter, state) !== null).length;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button
        type="button"
        aria-expanded={isOpen}
        className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-surface px-3.5 font-medium sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        <ConsoleIcon name="filter" className="size-4" />
        Filters{count > 0 && ` (${count})`}
      </button>
      <div className={`flex flex-wrap items-center gap-2 max-sm:w-full ${isOpen ? '' : 'max-sm:hidden'}`}>
        {filters.map((filter) => (
          <FilterPill key={filter.name} filter={filter} used={used} />
        ))}
        {count > 0 && (
          <button
            type="button"
            className="min-h-9 rounded-sm px-2 text-muted underline underline-offset-4 hover:text-ink"
            onClick={() => change({ ...state, cursor: null, filters: {} })}
          >
            Clear all
          </button>
        )}
      </div>
    </div>
  );
}

/** The active value as text; null if the filter is inactive. */
function saidBy(filter: Filter, { filters }: ListState): string | null {
  const text = filters[filter.name];
  if (filter.kind === 'days') {
    const until = filters[filter.until];
    if (text === undefined && until === undefined) return null;
    if (until === undefined) return `from ${text}`;
    return text === undefined ? `until ${until}` : `${text} to ${until}`;
  }
  if (text === undefined) return null;
  if (filter.kind === 'text') return text;
  const words = text
    .split(',')
    .map((value) => filter.options.find((option) => option.value === value)?.label ?? value);
  return words.length > 2
    ? `${words.slice(0, 2).join(', ')} and ${words.length - 2} more`
    : words.join(' or ');
}

function FilterPill({ filter, used }: { filter: Filter; used: UsedState }) {
  const { state, change } = used;
  const summary = saidBy(filter, state);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const apply = (next: ListState) => {
    setOpen(false);
    change(next);
  };
  const clear = () =>
    apply(
      filter.kind === 'days'
        ? withFilter(withFilter(state, filter.name, null), filter.until, null)
        : withFilter(state, filter.name, null),
    );
  return (
    <div
      className={`flex max-w-full items-center rounded-full border bg-surface ${summary === null ? 'border-dashed border-field' : 'border-ink'}`}
    >
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        className="inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-full px-3 font-medium hover:text-accent"
        onClick={() => setOpen(true)}
      >
        {summary === null && <ConsoleIcon name="plus" className="size-3.5" />}
        <span className={summary === null ? 'text-muted' : 'shrink-0 text-muted'}>{filter.label}</span>
        {summary !== null && <span className="truncate">{summary}</span>}
      </button>
      <SmallWindow title={filter.label} isOpen={isOpen} onClose={() => setOpen(false)} beside={button}>
        <FilterForm filter={filter} state={state} onApply={apply} />
      </SmallWindow>
      {summary !== null && (
        <button
          type="button"
          aria-label={`Remove the filter ${filter.label}`}
          className="grid size-8 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
          onClick={clear}
        >
          <Icon name="close" className="size-3.5" />
        </button>
      )}
    </div>
  );
}

const inputStyle = 'min-h-9 w-full rounded-md border border-field bg-surface px-2.5 text-ink';

function FilterForm({
  filter,
  state,
  onApply,
}: {
  filter: Filter;
  state: ListState;
  onApply: (next: ListState) => void;
}) {
  const [values, setValues] = useState<readonly string[]>(
    (state.filters[filter.name] ?? '').split(',').filter(Boolean),
  );
  const [until, setUntil] = useState(filter.kind === 'days' ? (state.filters[filter.until] ?? '') : '');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const next = withFilter(state, filter.name, values.join(','));
    onApply(filter.kind === 'days' ? withFilter(next, filter.until, until) : next);
  };
  const toggle = (value: string) =>
    setValues(values.includes(value) ? values.filter((chosen) => chosen !== value) : [...values, value]);
  return (
    <form className="grid gap-3 p-3" onSubmit={onSubmit}>
      {filter.kind === 'choices' && (
        <fieldset className="grid max-h-64 gap-0.5 overflow-y-auto">
          <legend className="sr-only">{filter.label}</legend>
          {filter.options.map(({ value, label }) => (
            <label key={value} className="flex min-h-8 items-center gap-2.5 rounded-sm px-1 hover:bg-sunk">
              <input
                type="checkbox"
                className="tick-box"
                checked={values.includes(value)}
                onChange={() => toggle(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {filter.kind === 'days' && (
        <div className="grid gap-2">
          <label className="grid gap-1">
            <span className="text-xs text-muted">From (UTC)</span>
            <input
              type="date"
              className={inputStyle}
              value={values[0] ?? ''}
              onChange={({ target }) => setValues(target.value === '' ? [] : [target.value])}
            />
          </label>
          <label className="grid gap-1">
            <span className="text-xs text-muted">Until (inclusive)</span>
            <input
              type="date"
              className={inputStyle}
              value={until}
              onChange={({ target }) => setUntil(target.value)}
            />
          </label>
        </div>
      )}
      {filter.kind === 'text' && (
        <label className="grid gap-1">
          <span className="text-xs text-muted">{filter.hint ?? filter.label}</span>
          <input
            className={inputStyle}
            value={values.join(',')}
            onChange={({ target }) => setValues(target.value === '' ? [] : [target.value.trim()])}
          />
        </label>
      )}
      <Button type="submit" size="small">
        Apply
      </Button>
    </form>
  );
}
