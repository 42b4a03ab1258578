/** Placeholders in a template are replaced by names, and nothing else changes. */
import { expect, test } from 'vitest';
import { fillPlaces, unknownPlace } from './answer-places.ts';

const names = { firstName: 'Kofi {lastName}', lastName: 'Mensah' };

test('names come into their places once, whatever they are', () => {
  expect(fillPlaces('Hello {firstName}, {FIRSTNAME} {} {x}', names)).toBe('Hello Kofi {lastName}, {FIRSTNAME} {} {x}');
  expect(fillPlaces('{lastName}{lastName}', names)).toBe('MensahMensah');
});

test('a place that means nothing is named as it is written', () => {
  expect(unknownPlace('Hello {firstName} {lastName}, { not one }')).toBeNull();
  expect(unknownPlace('Hello {firstname}')).toBe('{firstname}');
  expect(unknownPlace('Hello {}')).toBe('{}');
});
