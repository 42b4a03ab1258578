/** The keyboard shortcuts of the current screen, and a switch that turns off single-key shortcuts. */
import { useSyncExternalStore } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import {
  areKeysOn,
  keysAsShown,
  type KeyAct,
  offeredKeys,
  subscribe,
  switchKeys,
} from '#web/features/admin/shell/keys.ts';

const groups = ['Anywhere', 'Go to', 'In a list', 'On this page'] as const;

export const HelpSheet = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose}>
    {isOpen && <Keys onClose={onClose} />}
  </Dialog>
);

function Keys({ onClose }: { onClose: () => void }) {
  const acts = useSyncExternalStore(subscribe, offeredKeys);
  const isOn = useSyncExternalStore(subscribe, areKeysOn);
  const all: KeyAct[] = [
    ...acts,
    { keys: 'Escape', says: 'Close, or go back', group: 'Anywhere', run: () => undefined },
  ];
  return (
    <div className="grid gap-6 text-sm">
      {/* The first focusable element. At the end, its focus would scroll the dialog to the bottom. */}
      <label className="flex items-start gap-3 border-b border-line pb-4">
        <input
          type="checkbox"
          className="tick-box"
          checked={isOn}
          onChange={({ target }) => switchKeys(target.checked)}
        />
        <span>
          Single-key shortcuts on this device
          <span className="block text-xs text-muted">
            They are inactive while you type in a field. Ctrl K always works.
          </span>
        </span>
      </label>
      <div className="grid gap-6 sm:grid-cols-2">
        {groups.map((group) => (
          <KeyGroup key={group} title={group} acts={all.filter((act) => act.group === group)} />
        ))}
      </div>
      <Button size="small" variant="secondary" className="justify-self-start" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

function KeyGroup({ title, acts }: { title: string; acts: KeyAct[] }) {
  const shown = acts.filter(({ keys }, place) => acts.findIndex((act) => act.keys === keys) === place);
  if (shown.length === 0) return null;
  return (
    <section>
      <h3 className="font-sans text-xs font-semibold text-muted">{title}</h3>
      <dl className="mt-2 grid gap-1.5">
        {shown.map(({ keys, says }) => (
          <div key={keys} className="flex items-center justify-between gap-4">
            <dt>{says}</dt>
            <dd className="flex gap-1">
              {keysAsShown(keys).map((key, place) => (
                <kbd
                  // biome-ignore lint/suspicious/noArrayIndexKey: two keys of a sequence may be equal.
                  key={place}
                  className="rounded-sm border border-line bg-sunk px-1.5 font-sans text-xs font-medium"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
