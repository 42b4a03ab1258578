/** The groups of settings, each with its last editor. */
import { Link } from 'react-router';
import { settingGroups } from '#contract/admin/settings.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { LinksOfArea } from '#web/features/admin/shell/area-routes.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { type SettingList as Groups, useStaffSettingsQuery } from './calls.ts';

export function SettingsList() {
  const query = useStaffSettingsQuery();
  return (
    <div className="grid gap-6">
      <div className="grid gap-4">
        <LinksOfArea />
        <PageHead
          title="Settings"
          below={<p className="text-muted">Changes take effect immediately and can be undone.</p>}
        />
      </div>
      <Loaded what="Settings" query={query} skeleton={<RecordSkeleton />}>
        {(groups) => <GroupList groups={groups} />}
      </Loaded>
    </div>
  );
}

const GroupList = ({ groups }: { groups: Groups }) => (
  <ul className="grid gap-3 md:grid-cols-2">
    {groups.map(({ key, changed, isUsual }) => {
      const { title, fields } = settingGroups[key];
      return (
        <li
          key={key}
          className="relative grid content-start gap-1 rounded-lg border border-line bg-surface p-4 hover:border-field"
        >
          <h2 className="font-sans text-base font-semibold">
            <Link to={`/admin/settings/${key}`} className="after:absolute after:inset-0">
              {title}
            </Link>
          </h2>
          <p className="text-muted">
            {Object.values(fields as Record<string, { label: string }>)
              .map(({ label }) => label)
              .join(', ')}
          </p>
          <p className="text-xs text-muted">
            {changed === null ? (
              'Default'
            ) : (
              <>
                Changed <Moment at={changed.at} full /> {changed.by && `by ${changed.by}`}
                {isUsual && ', restored to default'}
              </>
            )}
          </p>
        </li>
      );
    })}
  </ul>
);
