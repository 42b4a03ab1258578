/** An amount, always with two decimals and tabular figures. */
import { type Cents, formatMoney } from '#kernel/money.ts';

export const Money = ({ amount, className = '' }: { amount: Cents; className?: string }) => (
  <span className={`money ${className}`}>{formatMoney(amount)}</span>
);
