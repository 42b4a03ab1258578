/** An amount, always with two decimals and figures of one width. */
import { type Cents, formatMoney } from '#kernel/money.ts';

export const Money = ({ amount, className = '' }: { amount: Cents; className?: string }) => (
  <span className={`money ${className}`}>{formatMoney(amount)}</span>
);
