/**
 * One entry of the audit log: who, what, which record, and the values before and after if they are still
 * stored.
 */
import { Link, useParams } from 'react-router';
import { sentence } from '#web/features/admin/detail/sentence.ts';
import { linkStyle, Section } from '#web/features/admin/detail/section.tsx';
import { CopyButton } from '#web/features/admin/detail/copy-button.tsx';
import { Fact, FactList, Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { RecordPage } from '#web/features/admin/detail/record-page.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { type AuditEntry as Entry, useStaffAuditEntryQuery } from './calls.ts';
import { recordOf, roleOf, whoOf } from './audit-parts.tsx';

const area = { path: 'settings/audit', title: 'Audit log' };

export function AuditEntry() {
  const { id = '' } = useParams();
  const query = useStaffAuditEntryQuery(id);
  return (
    <Loaded what="The entry" query={query} isPage skeleton={<RecordSkeleton />}>
      {(entry) => (
        <RecordPage
          area={area}
          id={entry.id}
          title={sentence(entry.act)}
          below={
            <p className="text-muted">
              By {whoOf(entry.who)}
              {entry.who && roleOf(entry.who) && `, ${roleOf(entry.who)}`}
              {entry.forWhom && `, for ${whoOf(entry.forWhom)}`}
            </p>
          }
          facts={<EntryFacts entry={entry} />}
        >
          <Change entry={entry} />
          {entry.detail.length > 0 && <Detail detail={entry.detail} />}
        </RecordPage>
      )}
    </Loaded>
  );
}

const EntryFacts = ({ entry }: { entry: Entry }) => (
  <>
    <Facts title="Entry">
      <FactList>
        <Fact term="When">
          <Moment at={entry.at} full />
        </Fact>
        {entry.from && <Fact term="From">{entry.from}</Fact>}
        <Fact term="Chain position">{entry.position ?? 'Not yet'}</Fact>
      </FactList>
      {entry.route && <p className="mt-2 text-xs text-muted wrap-anywhere">{entry.route}</p>}
      {entry.hash && <p className="mt-2 text-xs text-muted wrap-anywhere">{entry.hash}</p>}
    </Facts>
    <Facts title="Record" action={<CopyButton text={entry.record} what="the id" />}>
      {entry.address === null ? (
        <p className="wrap-anywhere">{recordOf(entry)}</p>
      ) : (
        <Link to={`/admin/${entry.address}`} className={`${linkStyle} wrap-anywhere`}>
          {recordOf(entry)}
        </Link>
      )}
      <p className="mt-2">
        <Link to={`/admin/settings/audit?record=${encodeURIComponent(entry.record)}`} className={linkStyle}>
          All entries for this record
        </Link>
      </p>
    </Facts>
  </>
);

const why = (entry: Entry): string =>
  entry.hasChange ? 'The recorded values did not change.' : 'No values are recorded for this action.';

const Change = ({ entry }: { entry: Entry }) => (
  <Section title="Changes">
    {entry.change.length === 0 ? (
      <p className="text-muted">{why(entry)}</p>
    ) : (
      <dl className="grid gap-3">
        {entry.change.map(({ field, before, after }) => (
          <div key={field} className="grid gap-1 rounded-md border border-line bg-surface p-3">
            <dt className="font-medium wrap-anywhere">{field}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">
              <span className="text-muted">Before: </span>
              {before ?? 'Empty'}
            </dd>
            <dd className="wrap-anywhere whitespace-pre-line">
              <span className="text-muted">After: </span>
              {after ?? 'Empty'}
            </dd>
          </div>
        ))}
      </dl>
    )}
    {entry.isProven !== null && (
      <p className={entry.isProven ? 'text-muted' : 'font-medium text-danger'}>
        {entry.isProven
          ? 'Verified: the hashes match the original entry.'
          : 'This entry was changed: its hash does not match.'}
      </p>
    )}
  </Section>
);

const Detail = ({ detail }: Pick<Entry, 'detail'>) => (
  <Section title="Details">
    <FactList>
      {detail.map(({ name, value }) => (
        <div key={name} className="grid gap-0.5 sm:grid-cols-3">
          <dt className="text-muted wrap-anywhere">{name}</dt>
          <dd className="wrap-anywhere sm:col-span-2">{value}</dd>
        </div>
      ))}
    </FactList>
  </Section>
);
