/**
 * The shared icons: 24 by 24, one stroke. Icons are decorative; the text beside them carries the meaning.
 * Rare icons pass their own path, so other pages do not load it.
 */
const paths = {
  alert:
    'M12 8v5M12 16.5v.01M10.3 4.3 2.9 17.2A2 2 0 0 0 4.6 20h14.8a2 2 0 0 0 1.7-2.8L13.7 4.3a2 2 0 0 0-3.4 0Z',
  cart: 'M3 4h2.2l2.3 11.2h10.3L20.4 7.5H6M9 20v.01M17 20v.01',
  check: 'M4.5 12.5 10 18 19.5 6.5',
  chevron: 'M6 9.5l6 6 6-6',
  clock: 'M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  close: 'M6 6l12 12M18 6 6 18',
  info: 'M12 11v5.5M12 7.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  phone:
    'M5 4h4l1.5 5-2.3 1.5a12 12 0 0 0 5.3 5.3L15 13.5l5 1.5v4a1.5 1.5 0 0 1-1.6 1.5C10.5 20 4 13.5 3.5 5.6A1.5 1.5 0 0 1 5 4Z',
  plus: 'M12 5v14M5 12h14',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name, className }: { name: IconName; className?: string }) => (
  <IconOf path={paths[name]} className={className} />
);

export const IconOf = ({ path, className = 'size-5' }: { path: string; className?: string }) => (
  <svg
    className={`shrink-0 ${className}`}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={path} />
  </svg>
);
