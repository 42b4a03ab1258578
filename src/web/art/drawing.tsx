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

export const Drawing = ({ file, size = '320 240', part = 'art', className }: DrawingProps) => (
  <svg className={className} viewBox={`0 0 ${size}`} aria-hidden="true" focusable="false">
    <use href={`${file}#${part}`} />
  </svg>
);
