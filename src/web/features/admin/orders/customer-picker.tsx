/** Finds a customer by name, email address, or card's last four digits, with the console's search. */
import { useState } from 'react';
import { type Customer, useStaffCustomerQuery } from '#web/features/admin/records/customers.ts';
import { useStaffSearchQuery } from '#web/features/admin/shell/session-calls.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

export function CustomerPicker({ onPick }: { onPick: (customer: Customer) => void }) {
  const [text, setText] = useState('');
  const query = text.trim();
  const { currentData = [] } = useStaffSearchQuery({ query: { q: query } }, { skip: query.length < 2 });
  const [read] = useStaffCustomerQuery.useLazy();
  const found = query.length < 2 ? [] : currentData.filter(({ kind }) => kind === 'customer').slice(0, 5);
  const pick = async (id: string) => {
    const { data } = await read(id);
    if (data !== undefined) onPick(data);
  };
  return (
    <div className="grid gap-2">
      <Field
        label="Find a customer"
        hint="Search by name, email, or the last four digits of a card. Leave empty for a guest."
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <ul aria-label="Matching customers" className="grid gap-1">
        {found.map(({ id, title, detail }) => (
          <li key={id}>
            <button
              type="button"
              className="flex min-h-9 w-full flex-wrap items-baseline justify-between gap-x-4 rounded-sm px-2 py-1 text-start hover:bg-sunk"
              onClick={() => void pick(id)}
            >
              <span className="font-medium">{title}</span>
              <span className="text-muted wrap-anywhere">{detail}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
