/**
 * The discount code, collapsed by default because most buyers have none. Open while a code is applied or
 * after it was rejected.
 */
import { useLanguage } from '#web/language.tsx';
import { useEffect, useState } from 'react';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { DiscountForm, type DiscountFormProps } from './discount-form.tsx';

export function DiscountBlock(props: DiscountFormProps) {
  const { say } = useLanguage();
  const isApplied = props.discount !== null;
  const [isOpen, setOpen] = useState(isApplied || props.refused !== null);
  // Another tab may have applied a code.
  useEffect(() => {
    if (isApplied) setOpen(true);
  }, [isApplied]);
  return (
    <Disclosure
      title={<h2 className="font-sans text-base tracking-normal">{say('Discount Code')}</h2>}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <div className="pt-1 pb-2 lg:pb-0">
        <DiscountForm {...props} />
      </div>
    </Disclosure>
  );
}
