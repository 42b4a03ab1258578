/**
 * Entries that can be expanded, moved, and removed, with buttons or with Alt and an arrow key on the entry's
 * name. An entry with an error is expanded.
 */
import { type ReactNode, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { LineButton, withArticle } from '#web/features/admin/form/lines-editor.tsx';
import type { Editor } from '#web/features/admin/form/use-editor.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import {
  type Entry as StoredEntry,
  type EntryKind,
  freshId,
  idsIn,
  idsInEnglish,
  type ListFields,
  partsIn,
} from './entry-fields.ts';

export type PartsProps = {
  parts: Record<string, unknown>;
  errorOf: (part: string) => string | undefined;
  set: (part: string, value: unknown) => void;
};

type EntryListProps = {
  kind: EntryKind;
  editor: Editor<ListFields>;
  mayWrite: boolean;
  /** The built-in entries. */
  usual: readonly StoredEntry[];
  children: (props: PartsProps) => ReactNode;
};

/** Actions on the list. Each moves the focus and announces the result. */
function useEntries(kind: EntryKind, { fields, set }: Editor<ListFields>) {
  const { hash } = useLocation();
  /** The entry in the URL fragment, such as `#how-to-contact`, starts expanded, as on the public page. */
  const [open, setOpen] = useState<readonly string[]>(() => [hash.slice(1)]);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const ids = idsIn(kind, fields);
  const nameAt = (id: string): string => kind.nameOf(partsIn(kind, fields, id)) || `New ${kind.one}`;
  const focusOn = (id: string, what = 'button') =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] ${what}`)?.focus(),
    );
  return {
    ...{ open, said: announcement, list, ids, nameAt },
    toggle: (id: string) =>
      setOpen(open.includes(id) ? open.filter((openId) => openId !== id) : [...open, id]),
    move: (at: number, to: number) => {
      const id = ids[at];
      if (id === undefined || to < 0 || to >= ids.length) return;
      set('order', ids.toSpliced(at, 1).toSpliced(to, 0, id));
      setAnnouncement(`${nameAt(id)} moved to position ${to + 1} of ${ids.length}`);
      focusOn(id);
    },
    add: () => {
      const id = freshId(fields);
      for (const [part, value] of Object.entries(kind.fresh)) set(`${id}.${part}`, value);
      set('order', [...ids, id]);
      setOpen([...open, id]);
      focusOn(id, ':is(input, textarea)');
    },
    remove: (id: string) => {
      setAnnouncement(`${nameAt(id)} removed. Save to update the page`);
      for (const part of Object.keys(kind.labels)) set(`${id}.${part}`, undefined);
      set(
        'order',
        ids.filter((pickedId) => pickedId !== id),
      );
      const next = ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1];
      if (next !== undefined) focusOn(next);
    },
  };
}

export function EntryList({ kind, editor, mayWrite, usual, children }: EntryListProps) {
  const { fields, errors, set } = editor;
  const inEnglish = idsInEnglish(kind, fields, usual);
  const { open, said, list, ids, nameAt, toggle, move, add, remove } = useEntries(kind, editor);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p role="status" className="min-h-6 text-sm text-muted">
        {said ||
          (mayWrite &&
            ids.length > 1 &&
            `Use the buttons to move ${withArticle(kind.one)}, or focus its name and press Alt with an arrow key.`)}
      </p>
      <ol ref={list} className="grid grid-cols-1 gap-2">
        {ids.map((id, at) => (
          <Entry
            key={id}
            id={id}
            name={nameAt(id)}
            place={at + 1}
            // In a read-only form the toggle is disabled, so every entry is expanded.
            isOpen={
              !mayWrite || open.includes(id) || Object.keys(errors).some((name) => name.startsWith(`${id}.`))
            }
            onToggle={() => toggle(id)}
            onMove={mayWrite ? (by) => move(at, at + by) : null}
            onRemove={() => remove(id)}
            isInEnglish={inEnglish.includes(id)}
            isLast={at === ids.length - 1}
          >
            {children({
              parts: partsIn(kind, fields, id),
              errorOf: (part) => errors[`${id}.${part}`],
              set: (part, value) => set(`${id}.${part}`, value),
            })}
          </Entry>
        ))}
      </ol>
      {inEnglish.length > 0 && (
        <p className="text-sm text-muted">
          Spanish and Arabic pages show {withArticle(kind.one)} marked “Not translated” in English until a
          translation is added.
        </p>
      )}
      {errors.order && (
        <p role="alert" className="text-sm font-medium text-danger">
          {errors.order}
        </p>
      )}
      {mayWrite && (
        <Button size="small" variant="secondary" className="w-fit" onClick={add}>
          Add {withArticle(kind.one)}
        </Button>
      )}
    </div>
  );
}

type EntryProps = {
  id: string;
  name: string;
  place: number;
  isOpen: boolean;
  isLast: boolean;
  isInEnglish: boolean;
  onToggle: () => void;
  onMove: ((by: -1 | 1) => void) | null;
  onRemove: () => void;
  children: ReactNode;
};

function Entry({
  id,
  name,
  place,
  isOpen,
  isLast,
  isInEnglish,
  onToggle,
  onMove,
  onRemove,
  children,
}: EntryProps) {
  const panel = useId();
  return (
    <li data-id={id} className="rounded-lg border border-line bg-surface">
      <div className="flex items-center justify-end gap-1.5 p-1.5 ps-3 max-sm:flex-wrap">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          className="flex min-h-9 min-w-0 grow items-center gap-3 text-start max-sm:basis-full"
          onClick={onToggle}
          onKeyDown={(event) => {
            if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
            event.preventDefault();
            onMove?.(event.key === 'ArrowUp' ? -1 : 1);
          }}
        >
          <Icon name="chevron" className={`size-4 shrink-0 text-muted ${isOpen ? '' : '-rotate-90'}`} />
          <span aria-hidden="true" className="w-5 shrink-0 text-end text-sm text-muted">
            {place}
          </span>
          <span
            className={`min-w-0 grow font-medium ${isOpen ? 'wrap-anywhere' : 'line-clamp-2 sm:line-clamp-1'}`}
          >
            {name}
          </span>
        </button>
        {isInEnglish && <Badge tone="warn">Not translated</Badge>}
        {onMove !== null && (
          <>
            <LineButton label={`Move up: ${name}`} icon="up" isOff={place === 1} onPress={() => onMove(-1)} />
            <LineButton label={`Move down: ${name}`} icon="down" isOff={isLast} onPress={() => onMove(1)} />
            <LineButton label={`Remove: ${name}`} icon="remove" onPress={onRemove} />
          </>
        )}
      </div>
      {isOpen && (
        <div id={panel} className="grid grid-cols-1 gap-1 border-t border-line p-4">
          {children}
        </div>
      )}
    </li>
  );
}
