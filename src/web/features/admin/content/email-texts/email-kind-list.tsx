/** All kinds of email by topic. Shows which have custom texts. */
import { Link } from 'react-router';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { LinksOfArea } from '#web/features/admin/shell/area-routes.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type EmailKind, useStaffEmailKindsQuery } from './calls.ts';
import { formatOwnTexts } from './email-versions.tsx';

export function EmailKindList() {
  const query = useStaffEmailKindsQuery();
  return (
    <div className="grid gap-4">
      <LinksOfArea />
      <PageHead
        title="Email texts"
        below={
          <p className="max-w-line text-muted">
            The texts of each email to customers. You can replace the default texts and restore them at any
            time.
          </p>
        }
      />
      <Loaded what="Email texts" query={query} skeleton={<Skeleton className="h-96" />}>
        {(kinds) => (
          <div className="grid gap-6">
            {[...new Set(kinds.map(({ group }) => group))].map((group) => (
              <Group key={group} title={group} kinds={kinds.filter((kind) => kind.group === group)} />
            ))}
          </div>
        )}
      </Loaded>
    </div>
  );
}

const Group = ({ title, kinds }: { title: string; kinds: EmailKind[] }) => (
  <section aria-label={title} className="grid gap-2">
    <h2 className="font-sans text-sm font-semibold">{title}</h2>
    <ul className="rounded-lg border border-line bg-surface">
      {kinds.map(({ kind, title: name, own, changed }) => (
        <li
          key={kind}
          className="relative flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line px-4 py-2 not-last:border-b hover:bg-sunk/60"
        >
          <Link
            to={`/admin/content/email-texts/${kind}`}
            className="min-w-0 grow font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
          </Link>
          {own > 0 && <Badge tone="credit">{formatOwnTexts(own)}</Badge>}
          {changed !== null && (
            <span className="text-xs text-muted">
              {changed.by} <Moment at={changed.at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  </section>
);
