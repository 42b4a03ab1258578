/** What a group of settings was before, by whom and when, and the way back to it. */
import { useState } from 'react';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { fieldsOfGroup, shownAs } from './setting-fields.ts';
import { type SettingRecord, useStaffSettingSaveMutation } from './settings-api.ts';

type Before = { version: number; value: SettingRecord['value']; at: string | null; by: string | null };

/** The usual values stand last: they were there before anybody changed them. */
const versionsOf = ({ history, usual }: SettingRecord): Before[] => [...history, { version: 0, value: usual, at: null, by: null }];

export function SettingHistory({ record, onRestored }: { record: SettingRecord; onRestored: () => void }) {
  const mayWrite = useMay('settings.write');
  const [asks, setAsks] = useState<Before | null>(null);
  const all = versionsOf(record);
  return (
    <Facts title="History">
      <ol className="grid gap-3">
        {all.map((one, place) => (
          <li key={one.version} className="grid gap-1">
            <p className="flex items-baseline justify-between gap-3">
              <span>{one.at === null ? 'As it came with the shop' : <Moment at={one.at} full />}</span>
              {one.version === record.version ? (
                <span className="text-muted">Counts now</span>
              ) : (
                mayWrite && (
                  <Button size="small" variant="secondary" onClick={() => setAsks(one)}>
                    Bring back<span className="sr-only"> version {one.version}</span>
                  </Button>
                )
              )}
            </p>
            {one.by && <p className="text-xs text-muted">by {one.by}</p>}
            <Differences record={record} one={one} before={all[place + 1]} />
          </li>
        ))}
      </ol>
      <RestoreDialog record={record} asks={asks} onClose={() => setAsks(null)} onRestored={onRestored} />
    </Facts>
  );
}

/** What this version changed. */
function Differences({ record: { key }, one, before }: { record: SettingRecord; one: Before; before: Before | undefined }) {
  if (before === undefined) return null;
  const changed = differing(key, before.value, one.value);
  return (
    <ul className="text-xs text-muted wrap-anywhere">
      {changed.map(({ name, label }) => (
        <li key={name}>
          {label}: {shownAs(key, name, one.value)}
        </li>
      ))}
    </ul>
  );
}

const differing = (key: SettingRecord['key'], one: object, other: object) =>
  fieldsOfGroup(key).filter(({ name }) => shownAs(key, name, one) !== shownAs(key, name, other));

type RestoreDialogProps = { record: SettingRecord; asks: Before | null; onClose: () => void; onRestored: () => void };

function RestoreDialog({ record, asks, onClose, onRestored }: RestoreDialogProps) {
  const act = useAct();
  const [send] = useStaffSettingSaveMutation();
  const [isStale, setStale] = useState(false);
  const { key, version, value } = record;
  const confirm = async () => {
    if (asks === null) return;
    const body = { key, version, value: asks.value };
    const outcome = await act.run(body, () => send(body as never));
    setStale(outcome?.kind === 'changed');
    if (outcome?.kind !== 'done') return;
    toasts.success('It is as it was. It counts at once');
    onClose();
    onRestored();
  };
  const changed = asks === null ? [] : differing(key, value, asks.value);
  return (
    <ActDialog
      title="Bring these values back?"
      action="Bring them back"
      isOpen={asks !== null}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      {changed.length === 0 ? (
        <p>They are the same as now.</p>
      ) : (
        <ul className="grid gap-2">
          {changed.map(({ name, label }) => (
            <li key={name} className="wrap-anywhere whitespace-pre-line">
              <span className="font-medium">{label}</span>: {shownAs(key, name, value)} becomes {shownAs(key, name, asks?.value ?? value)}
            </li>
          ))}
        </ul>
      )}
      {isStale && (
        <Notice tone="danger" role="alert">
          <p>Somebody else has changed these settings meanwhile. Close this and look again.</p>
        </Notice>
      )}
    </ActDialog>
  );
}
