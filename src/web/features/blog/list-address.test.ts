/** The address of a page of the list, read and written. */
import { expect, test } from 'vitest';
import { addressOf, readPlace } from './list-address.ts';

test.each([
  ['', { page: 1, limit: 15 }],
  ['page=2', { page: 2, limit: 15 }],
  ['page=3&limit=2', { page: 3, limit: 2 }],
  ['utm_source=mail&page=2', { page: 2, limit: 15 }],
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
  [{ page: 1, limit: 15 }, '/blogs'],
  [{ page: 2, limit: 15 }, '/blogs?page=2'],
  [{ page: 1, limit: 2 }, '/blogs?limit=2'],
  [{ page: 4, limit: 2 }, '/blogs?limit=2&page=4'],
])('%j is %s', (place, address) => {
  expect(addressOf(place)).toBe(address);
  expect(readPlace(new URL(address, 'http://shop.example').searchParams)).toEqual(place);
});
