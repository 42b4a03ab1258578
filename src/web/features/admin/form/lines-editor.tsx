/**
 * Edits a list with one item per line. A line has one field, such as a benefit, or several, such as a step
 * and its duration. Enter adds a line. The buttons, or Alt and an arrow key, move a line.
 */
import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

type LinesProps<Row> = {
  /** The name of one item: `Benefit`. */
  one: string;
  /** Prefix of the list's keys in `errors`: `benefits`. */
  name: string;
  rows: Row[];
  errors: Readonly<Record<string, string>>;
  atMost: number;
  /** The value of a new line. */
  empty: Row;
  onChange: (rows: Row[]) => void;
  /** The fields of a line. The first one gets the focus. */
  children: (row: Row, line: LineControl<Row>) => React.ReactNode;
};

export type LineControl<Row> = {
  /** Prefix of the field labels: `Benefit 2`. */
  label: string;
  /** Prefix of the line's keys in `errors`: `benefits.1`. */
  name: string;
  onKeyDown: (event: React.KeyboardEvent) => void;
  set: (row: Row) => void;
};

export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

const swapped = <Row,>(all: Row[], at: number, to: number): Row[] =>
  all.map((row, index) => (index === at ? (all[to] ?? row) : index === to ? (all[at] ?? row) : row));

export function RowsEditor<Row>({
  one,
  name,
  rows,
  errors,
  atMost,
  empty,
  onChange,
  children,
}: LinesProps<Row>) {
  const list = useRef<HTMLOListElement>(null);
  const focusLine = (at: number) =>
    requestAnimationFrame(() =>
      list.current?.children[at]?.querySelector<HTMLElement>('input, textarea, select')?.focus(),
    );
  const move = (at: number, to: number) => {
    if (to < 0 || to >= rows.length) return;
    onChange(swapped(rows, at, to));
    focusLine(to);
  };
  const addAfter = (at: number) => {
    if (rows.length >= atMost) return;
    onChange(rows.toSpliced(at + 1, 0, empty));
    focusLine(at + 1);
  };
  const onKeyDown = (event: React.KeyboardEvent, at: number) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) addAfter(at);
    else if (event.altKey && event.key === 'ArrowUp') move(at, at - 1);
    else if (event.altKey && event.key === 'ArrowDown') move(at, at + 1);
    else return;
    event.preventDefault();
  };
  const spoken = one.toLowerCase();
  return (
    <div className="grid gap-2">
      <ol ref={list} className="grid gap-3">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position; its text changes while typing.
          <li key={at} className="flex items-start gap-1.5">
            <div className="grid min-w-0 grow gap-1">
              {children(row, {
                label: `${one} ${at + 1}`,
                name: `${name}.${at}`,
                onKeyDown: (event) => onKeyDown(event, at),
                set: (changed) => onChange(rows.with(at, changed)),
              })}
            </div>
            <LineButton
              label={`Move ${spoken} ${at + 1} up`}
              icon="up"
              isOff={at === 0}
              onPress={() => move(at, at - 1)}
            />
            <LineButton
              label={`Move ${spoken} ${at + 1} down`}
              icon="down"
              isOff={at === rows.length - 1}
              onPress={() => move(at, at + 1)}
            />
            <LineButton
              label={`Remove ${spoken} ${at + 1}`}
              icon="remove"
              onPress={() => onChange(rows.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <LineError text={errors[name]} />
      <Button size="small" variant="secondary" className="w-fit" onClick={() => addAfter(rows.length - 1)}>
        Add {withArticle(spoken)}
      </Button>
    </div>
  );
}

const LineError = ({ id, text }: { id?: string; text: string | undefined }) =>
  text !== undefined && (
    <p id={id} role="alert" className="text-sm font-medium text-danger">
      {text}
    </p>
  );

type LineInputProps = {
  label: string;
  error: string | undefined;
  value: string;
  /** Caption above a field when a line has several. */
  caption?: string;
  /** For several sentences instead of a few words. */
  isLong?: boolean;
  onKeyDown: (event: React.KeyboardEvent) => void;
  onChange: (value: string) => void;
};

export function LineInput({
  label,
  error,
  value,
  caption,
  isLong = false,
  onKeyDown,
  onChange,
}: LineInputProps) {
  const errorId = `${label.replaceAll(/\W+/g, '-').toLowerCase()}-error`;
  const control = {
    'aria-label': label,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? errorId : undefined,
    value,
    onKeyDown,
    onChange: ({ target }: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(target.value),
  };
  return (
    <>
      {caption !== undefined && (
        <span aria-hidden className="text-sm text-muted">
          {caption}
        </span>
      )}
      {isLong ? <TextArea rows={2} className="min-h-20!" {...control} /> : <TextInput {...control} />}
      <LineError id={errorId} text={error} />
    </>
  );
}

type LineButtonProps = {
  label: string;
  icon: 'up' | 'down' | 'remove';
  isOff?: boolean;
  onPress: () => void;
};

export const LineButton = ({ label, icon, isOff = false, onPress }: LineButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isOff || undefined}
    className="grid size-9 shrink-0 place-items-center rounded-md border border-line bg-surface hover:border-field aria-disabled:opacity-40"
    onClick={isOff ? undefined : onPress}
  >
    <Icon
      name={icon === 'remove' ? 'close' : 'chevron'}
      className={`size-4 ${icon === 'up' ? 'rotate-180' : ''}`}
    />
  </button>
);
