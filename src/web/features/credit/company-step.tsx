/** Step two: the stored company, or the form for it. */
import { useState } from 'react';
import { countryName } from '#kernel/countries.ts';
import { formatDate } from '#kernel/dates.ts';
import { maskedEin } from '#kernel/ein.ts';
import { usStates } from '#kernel/us-states.ts';
import type { CurrentUser } from '#web/session/api.ts';
import { Button } from '#web/ui/button.tsx';
import { CompanyForm } from './company-form.tsx';
import { entityNames, roleNames } from './company-words.ts';
import type { Company } from './credit-api.ts';
import { Fact } from './credit-frame.tsx';

export function CompanyStep({ user, company }: { user: CurrentUser; company: Company | null }) {
  const [isEditing, setEditing] = useState(false);
  if (company === null || isEditing)
    return <CompanyForm user={user} company={company} onDone={() => setEditing(false)} />;
  return (
    <div className="grid justify-items-start gap-4">
      <Stored company={company} />
      <Button variant="secondary" size="small" onClick={() => setEditing(true)}>
        Change company information
      </Button>
    </div>
  );
}

function Stored({ company }: { company: Company }) {
  const state =
    company.formationState === null ? 'Not in the United States' : usStates.get(company.formationState);
  return (
    <dl className="grid w-full gap-2">
      <Fact term="Legal name">{company.legalName}</Fact>
      <Fact term="Business type">{entityNames[company.entityType]}</Fact>
      <Fact term="Formed">
        {state}, {formatDate(company.formedOn)}
      </Fact>
      <Fact term="EIN">
        <span className="money" aria-hidden="true">
          {maskedEin(company.einLast4)}
        </span>
        <span className="sr-only">ending in {company.einLast4}</span>
      </Fact>
      <Fact term="Business address">
        {[
          company.addressLine1,
          company.city,
          `${company.state} ${company.postalCode}`,
          countryName(company.country) ?? company.country,
        ].join(', ')}
      </Fact>
      <Fact term="Phone number">{company.phone}</Fact>
      {company.website !== '' && <Fact term="Website">{company.website}</Fact>}
      <Fact term="Your role">{roleNames[company.applicantRole]}</Fact>
    </dl>
  );
}
