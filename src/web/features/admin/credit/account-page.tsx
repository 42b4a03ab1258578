/** One account: limit, amount owed and past due, reasons for a hold, ledger, and actions. */
import { useState } from 'react';
import { useParams } from 'react-router';
import type { MenuAct } from '#web/features/admin/act/act-menu.tsx';
import { RecordPage } from '#web/features/admin/detail/record-page.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { FreezeDialog, LimitDialog, UnfreezeDialog } from './account-dialogs.tsx';
import { WriteOffDialog } from './write-off-dialog.tsx';
import { AccountFacts, Book, Invoices } from './account-parts.tsx';
import { type Account, useStaffCreditAccountQuery } from './calls.ts';
import { AccountMark } from './credit-parts.tsx';

const area = { path: 'credit/accounts', title: 'Credit accounts' };

export function AccountPage() {
  const { id = '' } = useParams();
  const query = useStaffCreditAccountQuery(id);
  return (
    <Loaded what="The account" query={query} isPage skeleton={<RecordSkeleton />}>
      {(account) => <Record key={account.id} record={account} onChanged={() => void query.refetch()} />}
    </Loaded>
  );
}

type DialogName = 'limit' | 'freeze' | 'unfreeze' | 'writeOff';

function Record({ record, onChanged }: { record: Account; onChanged: () => void }) {
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const { id, legalName, name, email, account, acts } = record;
  const dialog = { record, onClose: () => setOpenDialog(null), onChanged };
  const menu: (MenuAct & { isOffered: boolean })[] = [
    { label: 'Put on hold', keys: 'h', run: () => setOpenDialog('freeze'), isOffered: acts.freeze },
    { label: 'End hold', keys: 'u', run: () => setOpenDialog('unfreeze'), isOffered: acts.unfreeze },
    {
      label: 'Write off balance',
      isDangerous: true,
      run: () => setOpenDialog('writeOff'),
      isOffered: acts.writeOff,
    },
  ];
  return (
    <RecordPage
      area={area}
      id={id}
      title={legalName ?? (name || email)}
      mark={
        <AccountMark
          status={account.status}
          isFrozen={account.frozen !== null}
          daysLate={Math.max(0, ...account.invoices.map(({ daysLate }) => daysLate))}
        />
      }
      below={
        <p className="text-muted wrap-anywhere">
          {name} · {email}
        </p>
      }
      primary={
        acts.changeLimit ? { label: 'Change limit', keys: 'l', run: () => setOpenDialog('limit') } : null
      }
      acts={menu.filter(({ isOffered }) => isOffered)}
      facts={<AccountFacts record={record} />}
    >
      <Invoices account={account} />
      <Book id={id} />
      <LimitDialog {...dialog} isOpen={openDialog === 'limit'} />
      <FreezeDialog {...dialog} isOpen={openDialog === 'freeze'} />
      <UnfreezeDialog {...dialog} isOpen={openDialog === 'unfreeze'} />
      <WriteOffDialog {...dialog} isOpen={openDialog === 'writeOff'} />
    </RecordPage>
  );
}
