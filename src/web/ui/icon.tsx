/** The one set of icons: 24 by 24, one stroke. An icon is decoration; the words beside it carry the meaning. See also still-icon.tsx. */
const paths = {
  alert: 'M12 8v5M12 16.5v.01M10.3 4.3 2.9 17.2A2 2 0 0 0 4.6 20h14.8a2 2 0 0 0 1.7-2.8L13.7 4.3a2 2 0 0 0-3.4 0Z',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  cart: 'M3 4h2.2l2.3 11.2h10.3L20.4 7.5H6M9 20v.01M17 20v.01',
  check: 'M4.5 12.5 10 18 19.5 6.5',
  chevron: 'M6 9.5l6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  info: 'M12 11v5.5M12 7.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.6l-1.4 1.4M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.6l1.4-1.4',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9.5h-13z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  offline:
    'M4 4l16 16M8.5 15a5 5 0 0 1 6-.9M5.5 11.8a9.5 9.5 0 0 1 4-2.4M13.5 9.1a9.5 9.5 0 0 1 5 2.7M2.5 8.5a14 14 0 0 1 3.6-2.4M10.5 5.1a14 14 0 0 1 11 3.4M12 18.5v.01',
  print: 'M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7z',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name, className }: { name: IconName; className?: string }) => <IconOf path={paths[name]} className={className} />;

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
