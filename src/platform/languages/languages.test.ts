/**
 * English is in the code; other languages have the same texts, with their own plurals, waits, days, and
 * money.
 */
import { describe, expect, test } from 'vitest';
import { DomainError } from '#kernel/errors.ts';
import { createLanguage, english, messageOf, phrase, worded } from '#kernel/language.ts';
import { cents } from '#kernel/money.ts';
import { compileTexts } from './languages.ts';

const items = 'Cart, {count, plural, one {# item} other {# items}}';
const spanish = createLanguage(
  'es',
  compileTexts('es', {
    Cart: 'Carrito',
    [items]: 'Carrito, {count, plural, one {# artículo} other {# artículos}}',
    'Too many requests. Please try again {wait}': 'Demasiadas solicitudes. Vuelva a intentarlo {wait}',
    'Write to {mail} now.': 'Escriba ahora a {mail}.',
    'At most {max} characters': 'Como máximo {max} caracteres',
    'It begins on {day} and costs {price}': 'Empieza el {day} y cuesta {price}',
  }),
);

describe('English', () => {
  test('is the text itself, with any content', () => {
    expect(english.say('Cart')).toBe('Cart');
    expect(english.say('Braces { are } words here')).toBe('Braces { are } words here');
    expect(english.translate('A sentence from elsewhere with {braces}')).toBe(
      'A sentence from elsewhere with {braces}',
    );
  });

  test('fills in names and plurals', () => {
    expect([0, 1, 2, 1_200].map((count) => english.say(items, { count }))).toEqual([
      'Cart, 0 items',
      'Cart, 1 item',
      'Cart, 2 items',
      'Cart, 1,200 items',
    ]);
    expect(english.say('Hello {name}, {name}', { name: '<b>{x}</b>' })).toBe('Hello <b>{x}</b>, <b>{x}</b>');
  });

  test('formats waits, days, and money as usual', () => {
    const wait = (seconds: number): string => english.say('Try {wait}', { wait: { seconds } });
    expect([0.2, 1, 30, 60, 61, 3_600].map(wait)).toEqual([
      'Try in 1 second',
      'Try in 1 second',
      'Try in 30 seconds',
      'Try in 1 minute',
      'Try in 2 minutes',
      'Try in 60 minutes',
    ]);
    const values = { day: { day: '2026-11-21' }, price: { cents: cents(114_950) } };
    expect(english.say('It begins on {day} and costs {price}', values)).toBe(
      'It begins on 21st November 2026 and costs $1,149.50',
    );
  });

  test('a missing value is an error, not a gap', () => {
    expect(() => english.say('Hello {name}', {})).toThrow('name');
  });
});

describe('another language', () => {
  test('uses its own texts, plurals, waits, days, and money, and English where it has none', () => {
    expect(spanish.say('Cart')).toBe('Carrito');
    expect(spanish.say(items, { count: 1 })).toBe('Carrito, 1 artículo');
    expect(spanish.say(items, { count: 3 })).toBe('Carrito, 3 artículos');
    expect(spanish.say('Checkout')).toBe('Checkout');
    expect(spanish.say('Hello {name}', { name: 'Ada' })).toBe('Hello Ada');
    const values = { day: { day: '2026-11-21' }, price: { cents: cents(114_950) } };
    expect(spanish.say('It begins on {day} and costs {price}', values)).toBe(
      'Empieza el 21 de noviembre de 2026 y cuesta $1,149.50',
    );
    const arabic = createLanguage(
      'ar',
      compileTexts('ar', { 'It begins on {day} and costs {price}': '{day}، {price}' }),
    );
    expect(arabic.say('It begins on {day} and costs {price}', values)).toBe(
      '21 نوفمبر 2026، \u2066$1,149.50\u2069',
    );
  });

  test('reports which texts are untranslated', () => {
    const sentence = phrase('At most {max} characters', { max: 100 });
    expect(['Cart', sentence, 'Checkout', 'toString'].map((text) => spanish.hasTranslation(text))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(english.hasTranslation('Checkout')).toBe(true);
  });

  test('inserts a node at its placeholder', () => {
    const mail = { link: 'mailto' };
    expect(english.sayWith('Write to {mail} now.', { mail })).toEqual(['Write to ', mail, ' now.']);
    expect(spanish.sayWith('Write to {mail} now.', { mail })).toEqual(['Escriba ahora a ', mail, '.']);
  });

  test('recognizes a schema message with its values', () => {
    const sentence = phrase('At most {max} characters', { max: 100 });
    expect(sentence).toBe('At most 100 characters');
    expect(spanish.translate(sentence)).toBe('Como máximo 100 caracteres');
    expect(messageOf(sentence)).toEqual({ text: 'At most {max} characters', values: { max: 100 } });
    expect(spanish.translate('At most 7 characters')).toBe('At most 7 characters');
  });

  test('its direction follows its script', () => {
    expect(
      [english, spanish, createLanguage('ar', {}), createLanguage('ar-XB', {})].map(
        ({ direction }) => direction,
      ),
    ).toEqual(['ltr', 'ltr', 'rtl', 'rtl']);
  });
});

describe('a rejection', () => {
  const { text } = worded('Too many requests. Please try again {wait}');

  test('is an English message, and keeps its template', () => {
    const refusal = new DomainError('rate_limited', worded(text, { wait: { seconds: 3_600 } }));
    expect(refusal.message).toBe('Too many requests. Please try again in 60 minutes');
    expect(refusal.detail).toEqual({ text, values: { wait: { seconds: 3_600 } } });
    expect(spanish.say(text, refusal.detail?.values)).toBe(
      'Demasiadas solicitudes. Vuelva a intentarlo dentro de 60 minutos',
    );
  });

  test('needs no detail where its code is enough, or where another system wrote it', () => {
    expect(new DomainError('coupon_expired').detail).toBeNull();
    expect(new DomainError('card_declined', 'Your bank wants you to call it').detail).toBeNull();
  });
});
