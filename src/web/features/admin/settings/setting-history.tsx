/** Earlier versions of a group of settings. A version can be restored. */
import { type Change, RestorableHistory } from '#web/features/admin/form/version-history.tsx';
import { fieldsOfGroup, shownAs } from './setting-fields.ts';
import { type SettingRecord, useStaffSettingSaveMutation } from './calls.ts';

/** Per field, as displayed. */
const changesBetween = (key: SettingRecord['key'], before: object, after: object): Change[] =>
  fieldsOfGroup(key)
    .map(({ name, label }) => ({
      name,
      label,
      was: shownAs(key, name, before),
      is: shownAs(key, name, after),
    }))
    .filter(({ was, is }) => was !== is);

export function SettingHistory({ record, onRestored }: { record: SettingRecord; onRestored: () => void }) {
  const [send] = useStaffSettingSaveMutation();
  const { key, version, value, usual, history } = record;
  return (
    <RestorableHistory<SettingRecord['value']>
      permission="settings.write"
      history={history}
      usual={usual}
      now={{ version, value }}
      changes={(before, after) => changesBetween(key, before, after)}
      question="Restore these values?"
      restore={(earlier) => send({ body: { key, version, value: earlier } as never })}
      onRestored={onRestored}
    />
  );
}
