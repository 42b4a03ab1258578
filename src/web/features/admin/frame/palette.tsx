/**
 * The command palette. Finds records by number, name, email, card's last four digits, or processor id, and
 * also screens and actions of the open record. Enter opens the first result, even if pressed before results
 * arrive.
 */
import { Autocomplete } from '@base-ui/react/autocomplete';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { type Found, type FoundGroup, useFound } from './use-found.ts';

export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (isOpen && !shown?.open) shown?.showModal();
    if (!isOpen && shown?.open) shown.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={onClose}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}
      className="mx-3 mt-16 mb-4 max-h-full w-auto max-w-palette sm:mx-auto sm:w-full overflow-hidden rounded-lg border border-line bg-surface text-sm text-ink shadow-lift sm:mt-24"
    >
      {isOpen && <Search onClose={onClose} />}
    </dialog>
  );
}

const nothingFound = (text: string): string =>
  `No results for “${text.trim()}”. Try an order number, an email address, or the last four digits of a card.`;

function Search({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isAwaited, setAwaited] = useState(false);
  const { groups, isSearching, problem, hasAnswer } = useFound(text);
  const open = (found: Found) => {
    onClose();
    if (found.run !== undefined) found.run();
    else void navigate(found.path);
  };
  const firstRecord = groups.find(({ title }) => title === 'Records')?.items[0];
  useEffect(() => {
    if (!isAwaited || isSearching) return;
    setAwaited(false);
    if (firstRecord !== undefined) open(firstRecord);
  });
  const onKeyDown = (event: KeyboardEvent & { preventBaseUIHandler?: () => void }) => {
    if (event.key !== 'Enter' || !isSearching) return;
    event.preventDefault();
    event.preventBaseUIHandler?.();
    setAwaited(true);
  };
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      value={text}
      onValueChange={(typed, { reason }) => {
        if (reason !== 'item-press') setText(typed);
      }}
      itemToStringValue={(found: Found) => found.title}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        {isSearching ? (
          <Spinner className="size-5 text-muted" />
        ) : (
          <ConsoleIcon name="search" className="size-5 text-muted" />
        )}
        <Autocomplete.Input
          aria-label="Search customers, orders, carts, invoices, products, messages, and posts"
          placeholder="Number, name, email, last four digits, or processor ID"
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={onKeyDown}
          className="min-h-13 grow bg-transparent text-base outline-none placeholder:text-muted"
        />
        <button
          type="button"
          className="grid size-9 place-items-center rounded-full text-muted hover:text-ink"
          onClick={onClose}
        >
          <Icon name="close" className="size-5" />
          <span className="sr-only">Close search</span>
        </button>
      </div>
      <div>
        {problem !== null && (
          <p role="alert" className="px-4 py-3 text-danger">
            {problem}
          </p>
        )}
        <Autocomplete.Empty className="px-4 text-muted empty:hidden">
          <p className="py-6">{hasAnswer ? nothingFound(text) : 'Searching'}</p>
        </Autocomplete.Empty>
        <Autocomplete.List className="max-h-96 overflow-y-auto overscroll-contain p-1.5 empty:hidden">
          {(group: FoundGroup) => <Group key={group.title} group={group} onOpen={open} />}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}

const Group = ({ group, onOpen }: { group: FoundGroup; onOpen: (found: Found) => void }) => (
  <Autocomplete.Group items={group.items} className="not-first:mt-1.5">
    <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-semibold text-muted">
      {group.title}
    </Autocomplete.GroupLabel>
    <Autocomplete.Collection>
      {(found: Found) => (
        <Autocomplete.Item
          key={found.id}
          value={found}
          onClick={() => onOpen(found)}
          className="flex min-h-10 cursor-default items-center gap-3 rounded-md px-2.5 py-1.5 data-highlighted:bg-sunk"
        >
          <ConsoleIcon name={found.icon} className="size-4.5 text-muted" />
          <span className="min-w-0 grow">
            <span className="font-medium wrap-anywhere">{found.title}</span>
            {found.detail && <span className="block truncate text-xs text-muted">{found.detail}</span>}
          </span>
          {found.kind && <span className="shrink-0 text-xs text-muted">{found.kind}</span>}
          {found.keys && <KeyHint keys={found.keys} className="text-muted" />}
        </Autocomplete.Item>
      )}
    </Autocomplete.Collection>
  </Autocomplete.Group>
);
