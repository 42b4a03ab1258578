/** The address of a list says all of it, and nothing that goes without saying. */
import { describe, expect, test } from 'vitest';
import { queryOf, readState, searchOf, withFilter } from './list-state.ts';

const names = ['status', 'from'];
const read = (search: string) => readState(new URLSearchParams(search), names, 'all');

describe('the state of a list', () => {
  test.each(['', 'view=open', 'view=open&status=paid,refunded&sort=total&cursor=abc', 'status=paid'])(
    '%j is read and written alike',
    (search) => {
      expect(searchOf(read(search), 'all')).toBe(search);
    },
  );

  test('leaves out the usual view, and words that are no filter of this list', () => {
    expect(searchOf(read('view=all&status=paid&utm=x&from='), 'all')).toBe('status=paid');
  });

  test('a filter that changes begins at the first page', () => {
    const state = withFilter(read('status=paid&cursor=abc'), 'status', 'paid,open');
    expect(searchOf(state, 'all')).toBe('status=paid,open');
    expect(searchOf(withFilter(state, 'status', null), 'all')).toBe('');
  });

  test('is asked for in the same words', () => {
    expect(queryOf(read('view=open&status=paid&cursor=abc'))).toEqual({ view: 'open', status: 'paid', cursor: 'abc' });
  });
});
