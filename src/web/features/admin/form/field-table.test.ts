/** Labels, initial values, and conversions of a form follow from its table. */
import { expect, test } from 'vitest';
import {
  choiceField,
  dollarsField,
  formOf,
  integerField,
  optionalDollarsField,
  optionalIntegerField,
  optionalTimeField,
  textField,
  tickField,
} from './field-table.tsx';
import { Unreadable } from './typed-values.ts';

const form = formOf({
  title: textField('Title', { fresh: 'Untitled' }),
  price: dollarsField('Price'),
  least: optionalDollarsField('Minimum'),
  position: integerField('Position'),
  uses: optionalIntegerField('Uses'),
  starts: optionalTimeField('Starts'),
  published: tickField('Published'),
});
const record = {
  title: 'Vase',
  price: 1234.5,
  least: null,
  position: 3,
  uses: null,
  starts: '2026-11-24T09:30:00.000Z',
  published: true,
};

test('labels and the values of a new record', () => {
  expect(form.labels.price).toBe('Price');
  expect(form.fresh).toMatchObject({ title: 'Untitled', price: '', published: false });
});

test('a record that is not edited is sent as it was', () => {
  const fields = form.fieldsOf(record);
  expect(fields).toMatchObject({ price: '$1,234.50', least: '', position: '3', uses: '' });
  expect(form.sharedBody(fields)).toEqual(record);
});

test('a record without a choice starts with the default of a new record', () => {
  const period = formOf({
    period: choiceField('Period', { month: 'Month', year: 'Year' }, { fresh: 'month' }),
  });
  expect(period.fieldsOf({ period: null })).toEqual({ period: 'month' });
  expect(period.fieldsOf({ period: 'year' })).toEqual({ period: 'year' });
});

test('text that is not a number is rejected by the schema, with its own sentence', () => {
  const { price, position } = form.sharedBody({ ...form.fieldsOf(record), price: 'abc', position: 'x' });
  expect(price).toBeInstanceOf(Unreadable);
  expect(position).toBeInstanceOf(Unreadable);
});
