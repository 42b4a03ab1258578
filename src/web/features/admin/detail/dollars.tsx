/** Formats an amount in dollars, as the API sends it. */
import { fromDollars } from '#kernel/money.ts';
import { Money } from '#web/ui/money.tsx';

export const Dollars = ({ amount }: { amount: number }) => <Money amount={fromDollars(amount)} />;
