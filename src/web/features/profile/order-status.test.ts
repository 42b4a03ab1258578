/** How the profile shows an order's status. */
import { OrderStatus } from '#contract/orders.ts';
import { expect, test } from 'vitest';
import { statusStyle } from './orders-table.tsx';

test('status completed is shown in the primary color, any other status in the secondary color', () => {
  for (const status of OrderStatus.options)
    expect(statusStyle(status)).toBe(status === 'completed' ? 'text-accent' : 'text-credit');
});
