/** How long a processor that does not answer can delay a person. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import { connect, callStripe } from './connection.ts';

test('a hanging call is retried once and then reported as unknown', async () => {
  let connections = 0;
  const silent = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const stripe = connect('sk_test_x', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, 100);
  await expect(callStripe(() => stripe.paymentIntents.retrieve('pi_1'))).rejects.toBeInstanceOf(
    GatewayUnavailable,
  );
  expect(connections).toBe(2);
  silent.closeAllConnections();
  silent.close();
});

test('all attempts of one call together take less than twenty seconds', () => {
  const stripe = connect('sk_test_x', null);
  const attempts = 1 + stripe.getMaxNetworkRetries();
  expect(
    attempts * stripe.getApiField('timeout') +
      stripe.getMaxNetworkRetries() * stripe.getInitialNetworkRetryDelay() * 1_000,
  ).toBeLessThan(20_000);
});
