/** Icons of parts that never change in the browser: the server draws them, and no script holds them. */
import { IconOf } from './icon.tsx';

const paths = {
  clock: 'M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  phone: 'M5 4h4l1.5 5-2.3 1.5a12 12 0 0 0 5.3 5.3L15 13.5l5 1.5v4a1.5 1.5 0 0 1-1.6 1.5C10.5 20 4 13.5 3.5 5.6A1.5 1.5 0 0 1 5 4Z',
  plus: 'M12 5v14M5 12h14',
} as const;

export type StaticIconName = keyof typeof paths;

export const StaticIcon = ({ name, className }: { name: StaticIconName; className?: string }) => (
  <IconOf path={paths[name]} className={className} />
);
