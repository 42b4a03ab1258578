/** Placeholders in a template are replaced by names, and nothing else changes. */
import { expect, test } from 'vitest';
import { fillPlaces, unknownPlace } from './answer-places.ts';

const names = { firstName: 'Kofi {lastName}', lastName: 'Mensah' };

test('placeholders are replaced once, whatever the names contain', () => {
  expect(fillPlaces('Hello {firstName}, {FIRSTNAME} {} {x}', names)).toBe(
    'Hello Kofi {lastName}, {FIRSTNAME} {} {x}',
  );
  expect(fillPlaces('{lastName}{lastName}', names)).toBe('MensahMensah');
});

test('an unknown placeholder is reported as written', () => {
  expect(unknownPlace('Hello {firstName} {lastName}, { not one }')).toBeNull();
  expect(unknownPlace('Hello {firstname}')).toBe('{firstname}');
  expect(unknownPlace('Hello {}')).toBe('{}');
});
