/**
 * Every kind of processor failure is counted through the real adapter, and the caller still gets the original
 * error.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStripeGateway } from '#adapters/stripe/gateway.ts';
import { createMetrics } from '#platform/metrics.ts';
import { GatewayRefused, GatewayUnavailable } from '#ports/payment-gateway.ts';
import { afterEach, expect, test } from 'vitest';
import { measuredGateway } from './measured-gateway.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a processor that treats every call the same way. */
async function startProcessor(handle: (answer: ServerResponse) => void) {
  const server = createServer((_, answer) => handle(answer));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const metrics = createMetrics({ ofProcess: false });
  const stripe = createStripeGateway({
    secretKey: 'sk_test_x',
    webhookSecrets: ['whsec_x'],
    apiBase,
    timeoutMs: 100,
  });
  const counted = async () =>
    (await metrics.text()).body.split('\n').filter((line) => line.startsWith('processor_errors_total{'));
  const reported = { trouble: 0 };
  const onTrouble = (): void => {
    reported.trouble += 1;
  };
  return { gateway: measuredGateway(stripe, metrics, onTrouble), counted, reported };
}

const json = (status: number, body: unknown) => (answer: ServerResponse) =>
  void answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

test.each([
  ['timeout', () => undefined],
  ['reset', (answer: ServerResponse) => void answer.destroy()],
  ['5xx', json(500, { error: { type: 'api_error', message: 'ours' } })],
  ['turned_away', json(401, { error: { type: 'invalid_request_error', message: 'no such key' } })],
  ['nonsense', (answer: ServerResponse) => void answer.writeHead(200).end('<html>hello</html>')],
  ['nonsense', json(200, { hello: 'from another server' })],
])('%s: the outcome is unknown, and counted once', async (kind, handle) => {
  const { gateway, counted, reported } = await startProcessor(handle);
  await expect(gateway.readPayment('pi_1')).rejects.toBeInstanceOf(GatewayUnavailable);
  expect(reported).toEqual({ trouble: 1 });
  expect(await counted()).toEqual([`processor_errors_total{call="readPayment",kind="${kind}"} 1`]);
});

test('a definite rejection is counted as one, and an unknown reference is an answer', async () => {
  const refusing = await startProcessor(
    json(400, { error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'no' } }),
  );
  const refund = { refundId: 'ref_1', generation: 1, intentRef: 'pi_1', amount: 100 as never };
  await expect(refusing.gateway.refundPayment(refund)).rejects.toBeInstanceOf(GatewayRefused);
  expect(await refusing.counted()).toEqual(['processor_errors_total{call="refundPayment",kind="refused"} 1']);
  expect(refusing.reported).toEqual({ trouble: 0 });
  const empty = await startProcessor(
    json(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'no such' } }),
  );
  expect(await empty.gateway.readPayment('pi_1')).toBeNull();
  expect(await empty.counted()).toEqual([]);
});

test('an interrupted list is counted too', async () => {
  const { gateway, counted } = await startProcessor(
    json(500, { error: { type: 'api_error', message: 'ours' } }),
  );
  const read = async () => {
    for await (const _ of gateway.listEvents(new Date())) throw new Error('there is none');
  };
  await expect(read()).rejects.toBeInstanceOf(GatewayUnavailable);
  expect(await counted()).toEqual(['processor_errors_total{call="listEvents",kind="5xx"} 1']);
});
