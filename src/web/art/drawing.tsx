/**
 * Decorative drawing loaded from an SVG file, so no script or page carries its paths and browsers cache it.
 * Its colors and fonts come from the theme tokens and the page. The text beside it carries the meaning.
 */
type DrawingProps = {
  file: string;
  /** Width and height of the drawing. Reserves the space until the file loads. */
  size?: string;
  /** One file may contain several drawings. */
  part?: string;
  className?: string;
};

/**
 * Browsers disagree on the size of a drawing without a width. A default width is set here; the width of the
 * class overrides it.
 */
export function Drawing({ file, size = '320 240', part = 'art', className = '' }: DrawingProps) {
  const [width, height] = size.split(' ');
  return (
    <svg
      className={`h-auto ${className}`}
      width={width}
      height={height}
      viewBox={`0 0 ${size}`}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${file}#${part}`} />
    </svg>
  );
}
