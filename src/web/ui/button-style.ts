/** Styles of buttons and button links. At most one primary button per page if possible. */
export type ButtonStyle = { variant?: 'primary' | 'secondary' | 'text'; size?: 'small' | 'medium' | 'large' };

const shape =
  'inline-flex items-center justify-center gap-2 text-center leading-tight font-semibold transition-colors duration-150';

/** In forced-colors mode the transparent border becomes visible. */
const variants = {
  primary:
    'rounded-full border-2 border-transparent bg-accent text-on-accent enabled:hover:bg-accent-strong [a]:hover:bg-accent-strong',
  secondary:
    'rounded-full border-2 border-ink text-ink enabled:hover:bg-ink enabled:hover:text-paper [a]:hover:bg-ink [a]:hover:text-paper',
  text: 'rounded-sm text-ink underline decoration-accent decoration-2 underline-offset-4 enabled:hover:text-accent [a]:hover:text-accent',
} as const;

const sizes = {
  small: 'min-h-9 px-4 py-1.5 text-sm',
  medium: 'min-h-12 px-6 py-2.5',
  large: 'min-h-14 px-8 py-3 text-lg',
} as const;
/** A text button needs no horizontal padding, only a touchable height. */
const textSizes = {
  small: 'min-h-9 py-1.5 text-sm',
  medium: 'min-h-12 py-2.5',
  large: 'min-h-14 py-3 text-lg',
} as const;

export const buttonStyle = ({ variant = 'primary', size = 'medium' }: ButtonStyle, className = ''): string =>
  `${shape} ${variants[variant]} ${(variant === 'text' ? textSizes : sizes)[size]} ${className}`;
