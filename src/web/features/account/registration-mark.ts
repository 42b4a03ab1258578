/**
 * Random mark of the browser that registered. The browser stores it and sends it with the registration and
 * with the automatic confirmation. The server stores its hash with the account, so a mark confirms only its
 * own registration.
 */
import { openStorage, readItem, writeItem } from '#web/local-storage.ts';

const item = 'registrationMark';
const bytes = 24;

/**
 * Creates a new mark for each registration. Undefined if browser storage is unavailable; the link then needs
 * a click.
 */
export function createRegistrationMark(): string | undefined {
  const mark = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return writeItem(openStorage(), item, mark) ? mark : undefined;
}

export function readRegistrationMark(): string | null {
  const mark = readItem(openStorage(), item);
  return mark !== null && /^[\w-]{22,64}$/.test(mark) ? mark : null;
}

export const removeRegistrationMark = (): void => void writeItem(openStorage(), item, null);
