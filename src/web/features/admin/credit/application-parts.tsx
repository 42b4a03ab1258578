/**
 * Facts for a decision on an application: the rules' proposal, the evidence, the company, and earlier
 * decisions.
 */
import { Dollars } from '#web/features/admin/detail/dollars.tsx';
import { Link } from 'react-router';
import { countryName } from '#kernel/countries.ts';
import { formatDate } from '#kernel/dates.ts';
import { Fact, FactList, Facts } from '#web/features/admin/detail/facts.tsx';
import { Ein } from '#web/features/admin/records/ein.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Application } from './calls.ts';
import { outcomeNames } from './credit-parts.tsx';

type Props = { application: Application };

const factNames: Record<string, [good: string, bad: string]> = {
  paid_by_card: ['A first purchase is paid by card', 'No purchase by card that was not refunded or disputed'],
  us_entity: ['Formed in the United States', 'Not formed in the United States'],
  old_enough: ['At least 30 days old', 'Less than 30 days old'],
  ein_form: ['The EIN has a prefix the IRS assigns', 'The EIN does not have a prefix the IRS assigns'],
  ein_only_here: ['The EIN is on no other account', 'The EIN is on another account'],
  no_write_off: ['No earlier account was written off', 'An earlier account was written off'],
  no_lower_limit: [
    'No earlier account ended with a lower limit',
    'An earlier account ended with a lower limit',
  ],
  us_address: [
    'The business address is in the United States',
    'The business address is not in the United States',
  ],
  name_agrees: ['Names agree everywhere', 'Names differ'],
  address_agrees: ['Addresses agree everywhere', 'Addresses differ'],
  phone_agrees: ['Phone numbers agree everywhere', 'Phone numbers differ'],
  attested: ['The customer confirmed the information', 'The customer did not confirm the information'],
};

const proposes = {
  approve: 'The rules approve this application',
  review: 'The rules require a review',
  decline: 'The rules decline this application',
} as const;
const tones = { approve: 'ok', review: 'warn', decline: 'danger' } as const;

export const Proposal = ({ application: { proposal, facts, checks } }: Props) => (
  <section aria-label="Rule checks" className="grid gap-4">
    {proposal !== null && (
      <Notice tone={tones[proposal.outcome]} title={proposes[proposal.outcome]}>
        {proposal.reasons.map(({ code, found }) => (
          <p key={code}>{found}</p>
        ))}
      </Notice>
    )}
    <h2 className="font-sans text-sm font-semibold">Facts</h2>
    <ul className="grid gap-2 sm:grid-cols-2">
      {facts
        .toSorted((a, b) => Number(a.isGood) - Number(b.isGood))
        .map(({ code, isGood }) => (
          <li key={code} className="flex items-start gap-2">
            <Icon
              name={isGood ? 'check' : 'alert'}
              className={`mt-0.5 size-4 shrink-0 ${isGood ? 'text-ok' : 'text-warn'}`}
            />
            <span className={isGood ? 'text-muted' : 'font-medium'}>
              {factNames[code]?.[isGood ? 0 : 1] ?? code}
            </span>
          </li>
        ))}
    </ul>
    <Differences checks={checks} />
  </section>
);

const fieldNames = { name: 'Name', companyName: 'Company', address: 'Address', phone: 'Phone' } as const;
const placeNames = { profile: 'Profile', company: 'Company', order: 'Latest order' } as const;

/** Side-by-side comparison of values that differ. */
function Differences({ checks }: Pick<Application, 'checks'>) {
  const differing = checks.filter(({ agrees }) => !agrees);
  if (differing.length === 0) return null;
  return (
    <div className="grid gap-3">
      <h2 className="font-sans text-sm font-semibold">Differences</h2>
      {differing.map(({ field, values }) => (
        <div key={field} className="rounded-md border border-line bg-surface p-3">
          <h3 className="mb-1 font-sans text-sm font-medium">{fieldNames[field]}</h3>
          <FactList>
            {values.map(({ place, value }) => (
              <Fact key={place} term={placeNames[place]}>
                <span className="wrap-anywhere">{value}</span>
              </Fact>
            ))}
          </FactList>
        </div>
      ))}
    </div>
  );
}

export const Decisions = ({ application: { decisions } }: Props) => (
  <section aria-label="Decisions" className="grid gap-3">
    <h2 className="font-sans text-sm font-semibold">Decisions</h2>
    {decisions.length === 0 && <p className="text-muted">No decisions yet.</p>}
    <ol className="grid gap-3">
      {decisions.map(({ at, outcome, reasons, limit, ruleVersion, by }) => (
        <li key={at} className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={tones[outcome]}>{outcomeNames[outcome]}</Badge>
            {limit !== null && <Dollars amount={limit} />}
            <span className="text-xs text-muted">
              {by ?? 'The published rules'}, {ruleVersion} · <Moment at={at} full />
            </span>
          </div>
          {reasons.map(({ code, found }) => (
            <p key={code} className="text-muted">
              {found}
            </p>
          ))}
        </li>
      ))}
    </ol>
  </section>
);

const linkStyle = 'underline underline-offset-4 hover:text-accent';

export const ApplicationFacts = ({ application }: Props) => (
  <>
    <Facts title="Application">
      <FactList>
        <Fact term="Applied">
          <Moment at={application.appliedAt} full />
        </Fact>
        <Fact term="Kind">{application.kind === 'first' ? 'First' : 'Changed company'}</Fact>
        {application.decidedAt && (
          <Fact term="Decided">
            <Moment at={application.decidedAt} full />
          </Fact>
        )}
        {application.account && (
          <Fact term="Account">
            <Link to={`/admin/credit/accounts/${application.account.id}`} className={linkStyle}>
              {application.account.status === 'open' ? 'Open' : 'Closed'},{' '}
              <Dollars amount={application.account.approvedCredit} />
            </Link>
          </Fact>
        )}
      </FactList>
    </Facts>
    {application.company !== null && (
      <Company customerId={application.customerId} company={application.company} />
    )}
  </>
);

const entityNames = {
  llc: 'LLC',
  corporation: 'Corporation',
  partnership: 'Partnership',
  nonprofit: 'Nonprofit',
  other: 'Other',
} as const;

const Company = ({
  customerId,
  company,
}: {
  customerId: string;
  company: NonNullable<Application['company']>;
}) => (
  <Facts title="Company">
    <FactList>
      <Fact term="Legal name">
        <span className="wrap-anywhere">{company.legalName}</span>
      </Fact>
      <Fact term="Kind">{entityNames[company.entityType]}</Fact>
      <Fact term="EIN">
        <Ein customerId={customerId} last4={company.einLast4} />
      </Fact>
      <Fact term="Formed in">{company.formationState ?? 'Not in the United States'}</Fact>
      <Fact term="Formed on">{formatDate(company.formedOn)}</Fact>
      <Fact term="Phone">{company.phone}</Fact>
      {company.website && <Fact term="Website">{company.website}</Fact>}
      <Fact term="Applicant">{company.applicantRole}</Fact>
    </FactList>
    <address className="mt-2 not-italic text-muted wrap-anywhere">
      {company.addressLine1}, {company.city}, {company.state} {company.postalCode},{' '}
      {countryName(company.country)}
    </address>
  </Facts>
);
