/** Reply templates by name. */
import { Link } from 'react-router';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { LinksOfArea } from '#web/features/admin/shell/area-routes.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Template, useStaffTemplatesQuery } from './calls.ts';

export function TemplateList() {
  const query = useStaffTemplatesQuery();
  const mayWrite = useMay('messages.write');
  const create = mayWrite && (
    <ButtonLink size="small" to="/admin/messages/templates/new">
      New template
    </ButtonLink>
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <LinksOfArea />
      <PageHead title="Templates" actions={create} />
      <Loaded what="Templates" query={query} skeleton={<Skeleton className="h-48" />}>
        {(templates) => (templates.length === 0 ? <None /> : <Lines templates={templates} />)}
      </Loaded>
    </div>
  );
}

const None = () => (
  <div className="grid justify-items-start gap-2 rounded-lg border border-dashed border-line px-6 py-10">
    <p className="font-display text-lg font-semibold">No templates yet</p>
    <p className="max-w-line text-muted">
      Save common replies as templates. A template fills in the name of the sender where you put{' '}
      {'{firstName}'}.
    </p>
  </div>
);

const Lines = ({ templates }: { templates: Template[] }) => (
  <ul className="rounded-lg border border-line bg-surface">
    {templates.map(({ id, name, text, changed }) => (
      <li
        key={id}
        className="relative flex items-center gap-4 border-line px-4 py-2.5 not-last:border-b hover:bg-sunk/60"
      >
        <div className="min-w-0 grow">
          <Link
            to={`/admin/messages/templates/${id}`}
            className="font-semibold wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
          </Link>
          <p className="truncate text-muted">{text}</p>
        </div>
        {changed !== null && (
          <p className="shrink-0 text-end text-xs text-muted">
            {changed.by}
            <br />
            <Moment at={changed.at} />
          </p>
        )}
      </li>
    ))}
  </ul>
);
