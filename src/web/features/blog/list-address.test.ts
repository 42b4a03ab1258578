/** Parsing and building the addresses of list pages. */
import { expect, test } from 'vitest';
import { addressOf, addressOfTag, readPlace } from './list-address.ts';

const all = { tag: '', search: '' };

test.each([
  ['', { ...all, page: 1, limit: 15 }],
  ['page=2', { ...all, page: 2, limit: 15 }],
  ['page=3&limit=2', { ...all, page: 3, limit: 2 }],
  ['utm_source=mail&page=2', { ...all, page: 2, limit: 15 }],
  ['tag=Business+credit&page=2', { tag: 'Business credit', search: '', page: 2, limit: 15 }],
  ['search=%00', { ...all, page: 1, limit: 15 }],
  ['tag=&search=', { ...all, page: 1, limit: 15 }],
  ['search=%20LLC%20fees%20', { tag: '', search: 'LLC fees', page: 1, limit: 15 }],
  [`search=${'x'.repeat(101)}`, { tag: '', search: 'x'.repeat(100), page: 1, limit: 15 }],
  ['page=0', null],
  ['page=-1', null],
  ['page=1.5', null],
  ['page=two', null],
  ['page=', null],
  ['page=1e3', null],
  ['page=100001', null],
  ['page=99999999999', null],
  ['limit=0', null],
  ['limit=101', null],
])('?%s', (search, place) => {
  expect(readPlace(new URLSearchParams(search))).toEqual(place);
});

test.each([
  [{ ...all, page: 1, limit: 15 }, '/blogs'],
  [{ ...all, page: 2, limit: 15 }, '/blogs?page=2'],
  [{ ...all, page: 1, limit: 2 }, '/blogs?limit=2'],
  [{ ...all, page: 4, limit: 2 }, '/blogs?limit=2&page=4'],
  [{ tag: 'Business credit', search: '', page: 1, limit: 15 }, '/blogs?tag=Business+credit'],
  [{ tag: 'Taxes', search: 'a & b', page: 2, limit: 15 }, '/blogs?tag=Taxes&search=a+%26+b&page=2'],
])('%j is %s', (place, address) => {
  expect(addressOf(place)).toBe(address);
  expect(readPlace(new URL(address, 'http://shop.example').searchParams)).toEqual(place);
});

test('a tag links to the first page of its posts', () => {
  expect(addressOfTag('Address and phone')).toBe('/blogs?tag=Address+and+phone');
});
