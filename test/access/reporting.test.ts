/**
 * The key that a customer granted at Factiiv never appears: not in responses, URLs, emails, logs, archives,
 * or the text of the database.
 */
import { contract } from '#contract/contract.ts';
import { createLogger } from '#platform/logger.ts';
import { strFromU8, unzipSync } from 'fflate';
import { aBusiness, applyAs } from '#test/builders/business.ts';
import { aFactiivBusiness, connectAs } from '#test/builders/connection.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpOf } from './a-dump.ts';

let shop: Shop;
let log = '';
const ein = '92-7046184';
beforeAll(async () => {
  const write = (line: string) => {
    log += line;
  };
  shop = await aShop({ factiiv: true, log: createLogger('trace', { write }) });
});
afterAll(() => shop.stop());

const archiveOf = async ({ call }: Customer): Promise<string> => {
  const { content } = await call(contract.readArchive);
  return Object.values(unzipSync(Buffer.from(content, 'base64')))
    .map((file) => strFromU8(file))
    .join('\n');
};

test('a key that was granted, used, rejected, and revoked is in no response, email, log, or row', async () => {
  const [owner, other] = [await aBusiness(shop, { company: { ein } }), await aCustomer(shop)];
  await applyAs(owner);
  const responses: string[] = [];
  const business = await aFactiivBusiness(shop, owner.userId);
  const result = await connectAs(other, business).catch((error: Error) => error);
  responses.push(String(result), JSON.stringify(await connectAs(owner, business)));
  responses.push(JSON.stringify(await owner.call(contract.syncTrades)));
  for (const endpoint of [contract.me, contract.readReporting, contract.listReports])
    responses.push(JSON.stringify(await owner.call(endpoint)));
  await shop.control('POST', '/control/factiiv/fail-next', {
    where: 'after',
    how: 'html',
    match: 'GET /api/v1/scores*',
    times: 1,
  });
  responses.push(String(await owner.call(contract.refreshCreditScore).catch((error: Error) => error)));
  responses.push(await archiveOf(owner), await archiveOf(other));
  await shop.control('POST', '/control/factiiv/keys/revoke', { business_id: business.businessId });
  responses.push(String(await owner.call(contract.syncTrades).catch((error: Error) => error)));
  const wrong = await fetch(`${shop.origin}/api/users/fact-user/${owner.userId}`, {
    method: 'PUT',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: `{"factApiKey": "${business.apiKey}", "factUserId": `,
  });
  responses.push(await wrong.text());
  const unsent = () => shop.db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute();
  await until('every email has left', async () => (await unsent()).length === 0);
  const places: Record<string, string> = { ...(await dumpOf(shop)), log, answers: responses.join('\n') };
  const spellings = [
    business.apiKey,
    Buffer.from(business.apiKey).toString('base64').replace(/=+$/, ''),
    Buffer.from(business.apiKey).toString('hex'),
  ];
  for (const spelling of [...spellings, ein, ein.replace('-', '')])
    expect(
      Object.entries(places).flatMap(([place, text]) =>
        text.includes(spelling) ? [`${spelling} in ${place}`] : [],
      ),
    ).toEqual([]);
  expect(places.log).toContain('"route":"/api/users/fact-user/{id}"');
  expect(places['public.bureau_connection']).toContain(business.businessId);
  expect(places['public.mail']).toContain('Your connection to Factiiv has ended');
});
