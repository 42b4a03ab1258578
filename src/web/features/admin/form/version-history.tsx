/** The versions of a record, newest first, with their authors and times. A version can be used again. */
import type { ReactNode } from 'react';
import type { Permission } from '#kernel/permissions.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';

/** The built-in version has no time. */
export type Saved = { version: number; at: string | null; by: string | null };

type VersionHistoryProps<V extends Saved> = {
  versions: readonly V[];
  /** The current version. */
  now: number;
  /** Users without this permission see no buttons. */
  permission: Permission;
  /** The name of a version; default: its time. */
  nameOf?: (version: V) => string;
  /** The button that uses a version; `spoken` and its number complete its accessible name. */
  action: { label: string; spoken: string; isBusy?: boolean; run: (version: V) => void };
  /** Beside the button. */
  link?: (version: V) => ReactNode;
  /** Below the name; `older` is the version before. */
  children?: (version: V, older: V | undefined) => ReactNode;
};

export function VersionHistory<V extends Saved>(props: VersionHistoryProps<V>) {
  const { versions, now, permission, nameOf, action, link, children } = props;
  const mayWrite = useMay(permission);
  return (
    <ol className="grid gap-3">
      {versions.map((version, place) => (
        <li key={version.version} className="grid gap-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 grow wrap-anywhere">
              {nameOf?.(version) ?? <SavedAt at={version.at} />}
            </span>
            {link?.(version)}
            {version.version === now ? (
              <span className="text-muted">Current</span>
            ) : (
              mayWrite && (
                <Button
                  size="small"
                  variant="secondary"
                  isBusy={action.isBusy ?? false}
                  onClick={() => action.run(version)}
                >
                  {action.label}
                  <span className="sr-only">
                    {action.spoken} {version.version}
                  </span>
                </Button>
              )
            )}
          </div>
          {(nameOf || version.by) && (
            <p className="text-xs text-muted">
              {nameOf && <SavedAt at={version.at} />} {version.by && `by ${version.by}`}
            </p>
          )}
          {children?.(version, versions[place + 1])}
        </li>
      ))}
    </ol>
  );
}

const SavedAt = ({ at }: Pick<Saved, 'at'>) => (at === null ? 'Default' : <Moment at={at} full />);

/** In the header of a record; nothing for defaults that were never changed. */
export const LastChange = ({ changed }: { changed: { at: string; by: string | null } | null }) =>
  changed && (
    <p className="text-sm text-muted">
      Changed <Moment at={changed.at} full /> {changed.by && `by ${changed.by}`}
    </p>
  );
