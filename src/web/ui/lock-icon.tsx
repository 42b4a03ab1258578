/** The lock icon beside the text about card data. */
import { IconOf } from './icon.tsx';

export const LockIcon = () => (
  <IconOf path="M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9.5h-13z" className="mt-0.5 size-4" />
);
