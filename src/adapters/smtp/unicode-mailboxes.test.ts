/** The mail server's extensions are read from its greeting. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { offersUnicodeMailboxes } from './unicode-mailboxes.ts';

async function offeredBy(hideSMTPUTF8: boolean): Promise<boolean> {
  const server = new SMTPServer({ hideSMTPUTF8, authOptional: true, disabledCommands: ['STARTTLS'] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  try {
    return await offersUnicodeMailboxes(`smtp://127.0.0.1:${port}`);
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

test('a mail server that offers SMTPUTF8 accepts such mailboxes, and one without it accepts none', async () => {
  expect([await offeredBy(false), await offeredBy(true)]).toEqual([true, false]);
});

test('an unreachable mail server gives no verdict', async () => {
  await expect(offersUnicodeMailboxes('smtp://127.0.0.1:9')).rejects.toThrow();
});
