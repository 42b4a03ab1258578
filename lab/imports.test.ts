/** What counts as an upward import of the console, and as a cycle. */
import { expect, test } from 'vitest';
import { cyclesIn, upwardImports } from './imports.ts';

const inConsole = (path: string): string => `src/web/features/admin/${path}`;
const arrowsOf = (from: string, ...targets: string[]): string[] => [
  ...upwardImports(new Map([[inConsole(from), targets.map(inConsole)]])).keys(),
];

test('page code of another area, of the parent folder, and of a later kit folder is upward', () => {
  expect(arrowsOf('orders/order-page.tsx', 'catalog/record-form.tsx', 'catalog/lines.tsx')).toEqual([
    'orders -> catalog',
  ]);
  expect(arrowsOf('content/editor/body.tsx', 'content/screens.tsx', 'content/editor/text.ts')).toEqual([
    'content/editor -> content',
  ]);
  expect(arrowsOf('frame/menu.ts', 'orders/order-page.tsx')).toEqual(['frame -> orders']);
  expect(arrowsOf('shell/frame.tsx', 'areas.ts', 'act/act-menu.tsx', 'orders/order-mark.tsx')).toEqual([
    'shell -> the console',
    'shell -> act',
    'shell -> orders',
  ]);
});

test('the kit, API calls, manifests in the frame, subfolders, and the imports of the console itself are not', () => {
  expect(arrowsOf('orders/order-page.tsx', 'act/act-menu.tsx', 'customers/customers-api.ts')).toEqual([]);
  expect(arrowsOf('content/screens.tsx', 'content/editor/body.tsx')).toEqual([]);
  expect(arrowsOf('list/list-page.tsx', 'shell/icons.tsx')).toEqual([]);
  expect(arrowsOf('frame/menu.ts', 'orders/area.ts')).toEqual([]);
  expect(arrowsOf('areas.ts', 'orders/orders-area.tsx', 'shell/icons.tsx')).toEqual([]);
});

test('a cycle lists the files that reach each other, and only those', () => {
  const graph = new Map([
    ['a.ts', ['b.ts', 'elsewhere.ts']],
    ['b.ts', ['c.ts']],
    ['c.ts', ['a.ts', 'd.ts']],
    ['d.ts', ['e.ts']],
    ['e.ts', ['d.ts']],
    ['f.ts', ['a.ts']],
  ]);
  expect(cyclesIn(graph)).toEqual([
    ['a.ts', 'b.ts', 'c.ts'],
    ['d.ts', 'e.ts'],
  ]);
});
