/** Icons used only by the console, with the grid and stroke of the shop's icons. */
import { IconOf } from '#web/ui/icon.tsx';

const paths = {
  home: 'M4 11.5 12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5h4v5',
  orders: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2v-17ZM9 8h6M9 12h6',
  customers:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.6-3.4 3-5 6.5-5s5.9 1.6 6.5 5M16 5a3.3 3.3 0 0 1 0 6.2M18 14.8c2 .7 3.2 2.3 3.6 4.7',
  credit: 'M3.5 6h17v12.5h-17zM3.5 10h17M7 15h4',
  catalog: 'M4 7.5 12 3.5l8 4v9l-8 4-8-4v-9ZM4 7.5l8 4 8-4M12 11.5v9',
  content: 'M5 3.5h14v17H5zM8.5 8h7M8.5 12h7M8.5 16h4',
  money:
    'M12 3.5v17M16.5 7.5c-.8-1.3-2.4-2-4.5-2-2.6 0-4.3 1.2-4.3 3.1 0 4.4 9 2.2 9 6.8 0 2-1.8 3.2-4.6 3.2-2.3 0-4-.9-4.8-2.4',
  settings:
    'M4 7h9M17 7h3M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM4 17h3M11 17h9M9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  health: 'M3 12h4l2.5-6 5 12 2.5-6h4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  keyboard: 'M3 6.5h18v11H3zM7 10h.01M12 10h.01M17 10h.01M8 14h8',
  out: 'M14 4.5H5v15h9M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  plus: 'M12 5v14M5 12h14',
  filter: 'M4 6h16M7 12h10M10 18h4',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M4.5 19.5h15',
  upload: 'M12 15.5v-11M7.5 9 12 4.5 16.5 9M4.5 19.5h15',
  external: 'M13.5 4.5h6v6M19.5 4.5 11 13M17 14v5.5H4.5V7H10',
  back: 'M19 12H5M11 6l-6 6 6 6',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  note: 'M5 4.5h14v10l-5 5H5v-15ZM14 19.5v-5h5M8.5 9h7M8.5 12.5h4',
  refund: 'M4.5 9.5h9.5a5 5 0 0 1 0 10H9M8.5 5.5l-4 4 4 4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.7-3.9 3.4-5.7 7.5-5.7s6.8 1.8 7.5 5.7',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
} as const;

export type ConsoleIconName = keyof typeof paths;

export const ConsoleIcon = ({
  name,
  className = 'size-4.5',
}: {
  name: ConsoleIconName;
  className?: string;
}) => <IconOf path={paths[name]} className={className} />;
