/** One customer: details, and sections that load and fail independently. */
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { countryName } from '#kernel/countries.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import type { MenuAct } from '#web/features/admin/act/act-menu.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Fact, FactList, Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { RecordPage } from '#web/features/admin/detail/record-page.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { type Customer, useStaffCustomerQuery } from '#web/features/admin/records/customers.ts';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import * as toasts from '#web/ui/toasts.ts';
import { CustomerMark } from './customer-list.tsx';
import { Consents, Sessions } from './access.tsx';
import { Cards, Carts, Reports, Subscriptions } from './belongings.tsx';
import { CreditSection, Messages, Notes, Orders } from './customer-sections.tsx';
import { Emails } from './emails.tsx';
import { OnRequestDialog, type Request } from './on-request.tsx';
import { ViewAsDialog } from './view-as.tsx';
import { type AccountAct, useStaffAccountActMutation } from './calls.ts';

const area = { path: 'customers', title: 'Customers' };

export function CustomerPage() {
  const { id = '' } = useParams();
  const query = useStaffCustomerQuery(id);
  return (
    <Loaded what="The customer" query={query} isPage skeleton={<RecordSkeleton />}>
      {(customer) => <Record key={customer.id} customer={customer} />}
    </Loaded>
  );
}

const words: Record<AccountAct, { label: string; title: string; body: string; said: string }> = {
  disable: {
    label: 'Disable account',
    title: 'Disable account?',
    body: 'The customer can no longer log in, and all sessions end. Orders and credit stay unchanged.',
    said: 'Account disabled',
  },
  enable: {
    label: 'Enable account',
    title: 'Enable account?',
    body: 'The customer can log in with the same password.',
    said: 'Account enabled',
  },
  endSessions: {
    label: 'End all sessions',
    title: 'End all sessions?',
    body: 'Every device has to log in again.',
    said: 'All sessions ended',
  },
  resetSecondFactor: {
    label: 'Turn off two-factor log-in',
    title: 'Turn off two-factor log-in?',
    body: 'Use this when a customer has lost both the app and the recovery codes. Verify their identity first: the password alone is enough afterwards. All sessions end, and the customer gets an email.',
    said: 'Two-factor log-in is off',
  },
};

function Record({ customer }: { customer: Customer }) {
  const [openDialog, setOpenDialog] = useState<AccountAct | null>(null);
  const [isViewing, setViewing] = useState(false);
  const [requested, setRequested] = useState<Request | null>(null);
  const mayReadOrders = useMay('orders.read');
  const mayReadCredit = useMay('credit.read');
  const mayReadMessages = useMay('messages.read');
  const mayOrder = useMay('orders.write');
  const navigate = useNavigate();
  const { id, name, email, acts } = customer;
  const offered = (['endSessions', 'resetSecondFactor', 'disable', 'enable'] as const).filter(
    (act) => acts[act],
  );
  const menu: (MenuAct | 'line')[] = [
    ...(mayOrder
      ? [{ label: 'Create order', keys: 'o', run: () => void navigate(`/admin/orders/new?customer=${id}`) }]
      : []),
    ...(acts.viewAs ? [{ label: 'View shop as customer', keys: 'v', run: () => setViewing(true) }] : []),
    ...offered.map((act) => ({
      label: words[act].label,
      isDangerous: act !== 'enable',
      run: () => setOpenDialog(act),
    })),
    ...(acts.edit ? onRequest(setRequested) : []),
  ];
  return (
    <RecordPage
      area={area}
      id={id}
      title={name || email}
      mark={<CustomerMark {...customer} />}
      below={<p className="text-muted wrap-anywhere">{email}</p>}
      primary={
        acts.edit
          ? { label: 'Edit', keys: 'e', run: () => void navigate(`/admin/customers/${id}/edit`) }
          : null
      }
      acts={menu}
      facts={<Details customer={customer} />}
    >
      <Notes id={id} mayWrite={acts.note} />
      {mayReadOrders && <Orders id={id} />}
      {mayReadCredit && <CreditSection id={id} />}
      {mayReadCredit && <Reports id={id} />}
      <Subscriptions id={id} />
      <Cards id={id} />
      <Carts id={id} />
      {mayReadMessages && <Messages id={id} isConfirmed={customer.confirmedAt !== null} />}
      <Emails id={id} email={email} />
      <Sessions id={id} mayEnd={acts.note} onEndAll={() => setOpenDialog('endSessions')} />
      <Consents id={id} />
      <ViewAsDialog customer={customer} isOpen={isViewing} onClose={() => setViewing(false)} />
      <OnRequestDialog
        customer={customer}
        asks={requested ?? 'archive'}
        isOpen={requested !== null}
        onClose={() => setRequested(null)}
      />
      <AccountDialog customer={customer} asks={openDialog} onClose={() => setOpenDialog(null)} />
    </RecordPage>
  );
}

const onRequest = (ask: (request: Request) => void): (MenuAct | 'line')[] => [
  'line',
  { label: 'Export customer data', run: () => ask('archive') },
  { label: 'Delete account', isDangerous: true, run: () => ask('deletion') },
];

function AccountDialog({
  customer,
  asks,
  onClose,
}: {
  customer: Customer;
  asks: AccountAct | null;
  onClose: () => void;
}) {
  const act = useAct();
  const [send] = useStaffAccountActMutation();
  const dialogWords = words[asks ?? 'disable'];
  const confirm = async () => {
    if (asks === null) return;
    const content = { id: customer.id, act: asks };
    const outcome = await act.run(content, () => send(content));
    if (outcome?.kind !== 'done') return;
    toasts.success(dialogWords.said);
    onClose();
  };
  return (
    <ActDialog
      title={dialogWords.title}
      action={`${dialogWords.label} of ${customer.name || customer.email}`}
      isOpen={asks !== null}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>{dialogWords.body}</p>
    </ActDialog>
  );
}

const Details = ({ customer }: { customer: Customer }) => (
  <>
    <Facts title="Details">
      <address className="grid gap-0.5 not-italic wrap-anywhere">
        <a href={`mailto:${customer.email}`} className="w-fit underline underline-offset-4 hover:text-accent">
          {customer.email}
        </a>
        {customer.phone && <span className="text-muted">{customer.phone}</span>}
        <span className="text-muted">
          {[customer.address, customer.city, countryName(customer.country)].filter(Boolean).join(', ')}
        </span>
      </address>
    </Facts>
    <Facts title="Account">
      <FactList>
        <Fact term="Since">
          <Moment at={customer.createdAt} full />
        </Fact>
        <Fact term="Email confirmed">
          {customer.confirmedAt ? <Moment at={customer.confirmedAt} full /> : 'Not yet'}
        </Fact>
        {customer.disabledAt && (
          <Fact term="Disabled">
            <Moment at={customer.disabledAt} full />
          </Fact>
        )}
        <Fact term="Two-factor log-in">{customer.hasSecondFactor ? 'On' : 'Off'}</Fact>
        <Fact term="Active sessions">{customer.sessions}</Fact>
      </FactList>
    </Facts>
  </>
);
