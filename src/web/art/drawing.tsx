/**
 * A drawing from a file of its own: no script and no page carries its strokes, and a browser keeps it. Its colours are the theme's tokens,
 * which reach into the file, and its letters the page's fonts. It is decoration: the words beside it say everything.
 */
type DrawingProps = {
  file: string;
  /** Width and height of the sheet, so that the place is kept until the file comes. */
  size?: string;
  /** A file may hold several. */
  part?: string;
  className?: string;
};

/** Browsers size a drawing without a width of its own in different ways, so it has one, and the width of its class wins over that. */
export function Drawing({ file, size = '320 240', part = 'art', className = '' }: DrawingProps) {
  const [width, height] = size.split(' ');
  return (
    <svg className={`h-auto ${className}`} width={width} height={height} viewBox={`0 0 ${size}`} aria-hidden="true" focusable="false">
      <use href={`${file}#${part}`} />
    </svg>
  );
}
