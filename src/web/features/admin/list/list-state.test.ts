/** The URL of a list contains all of its state except defaults. */
import { describe, expect, test } from 'vitest';
import { queryOf, readState, searchOf, withFilter, withoutUnknown } from './list-state.ts';

const names = ['status', 'from'];
const read = (search: string) => readState(new URLSearchParams(search), names, 'all');

describe('the state of a list', () => {
  test.each(['', 'view=open', 'view=open&status=paid,refunded&sort=total&cursor=abc', 'status=paid'])(
    '%j survives parsing and formatting',
    (search) => {
      expect(searchOf(read(search), 'all')).toBe(search);
    },
  );

  test('omits the default view, and unknown filters', () => {
    expect(searchOf(read('view=all&status=paid&utm=x&from='), 'all')).toBe('status=paid');
  });

  test('a changed filter starts at the first page', () => {
    const state = withFilter(read('status=paid&cursor=abc'), 'status', 'paid,open');
    expect(searchOf(state, 'all')).toBe('status=paid,open');
    expect(searchOf(withFilter(state, 'status', null), 'all')).toBe('');
  });

  test('is requested with the same parameters', () => {
    expect(queryOf(read('view=open&status=paid&cursor=abc'))).toEqual({
      view: 'open',
      status: 'paid',
      cursor: 'abc',
    });
  });
});

describe('a link older than its list', () => {
  const knownState = {
    views: [
      { id: 'all', title: 'All' },
      { id: 'open', title: 'Open' },
    ],
    filters: [
      { name: 'status', label: 'Status', kind: 'choices', options: [{ value: 'paid', label: 'Paid' }] },
      { name: 'from', label: 'Placed', kind: 'days', until: 'to' },
    ],
    sorts: ['oldest'],
  } as const;
  const shown = (search: string) => {
    const { state, leftOut } = withoutUnknown(
      readState(new URLSearchParams(search), ['status', 'from', 'to'], 'all'),
      knownState,
    );
    return [searchOf(state, 'all'), leftOut];
  };

  test.each([
    ['view=overdue&status=paid&cursor=abc', 'status=paid', ['View']],
    ['view=open&status=shipped', 'view=open', ['Status']],
    ['status=paid,shipped', 'status=paid', ['Status']],
    ['from=yesterday&to=2026-02-28', 'to=2026-02-28', ['Placed']],
    ['sort=heaviest', '', ['Sort order']],
  ])('shows %j as %j and names what it omitted', (search, rest, leftOut) => {
    expect(shown(search)).toEqual([rest, leftOut]);
  });

  test('stays unchanged where the list supports all of it', () => {
    expect(shown('view=open&status=paid&from=2026-01-01&to=2026-02-28&sort=oldest&cursor=abc')).toEqual([
      'view=open&status=paid&from=2026-01-01&to=2026-02-28&sort=oldest&cursor=abc',
      [],
    ]);
  });
});
