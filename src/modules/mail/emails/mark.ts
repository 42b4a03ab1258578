/**
 * The logo for emails: a route in the shape of an S, from an open ring to the accent. Drawn with table cell
 * borders, because mail programs drop SVG and hide images. Programs without rounded corners show a square S.
 */
const ink = '#0f2a2e';
const paper = '#fbf7ee';
const accent = '#bf3c1e';

/** The two arms share the middle bar: each draws half of its thickness. */
const upperArm = `border:solid ${paper};border-width:4px 0 2px 4px;border-radius:8px 0 0 8px;`;
const lowerArm = `border:solid ${paper};border-width:2px 4px 4px 0;border-radius:0 8px 8px 0;`;

const shape = (name: string, widthPx: number, heightPx: number, check: string): string =>
  `<div class="${name}" style="width:${widthPx}px;height:${heightPx}px;font-size:0;line-height:0;${check}"></div>`;

const row = (cells: readonly [align: 'top' | 'bottom', shape: string][], leftPx: number): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 0 ${leftPx}px;"><tr style="height:13px;">` +
  `${cells.map(([align, drawn]) => `<td height="13" valign="${align}" style="height:13px;font-size:0;line-height:0;">${drawn}</td>`).join('')}</tr></table>`;

export const mark =
  `<table role="presentation" class="mark" width="36" height="36" cellpadding="0" cellspacing="0" border="0" style="width:36px;height:36px;background:${ink};border-radius:9px;">` +
  `<tr><td valign="middle" style="padding:0;font-size:0;line-height:0;">` +
  row(
    [
      ['bottom', shape('mark-line', 9, 5, upperArm)],
      ['top', shape('mark-end', 8, 8, `background:${accent};border-radius:4px;`)],
    ],
    9,
  ) +
  row(
    [
      ['bottom', shape('mark-line', 4, 4, `border:2px solid ${paper};border-radius:4px;`)],
      ['top', shape('mark-line', 9, 5, lowerArm)],
    ],
    6,
  ) +
  `</td></tr></table>`;

export const markDarkColors = `    .mark { background: #f2ecdf !important; }
    .mark-line { border-color: #0b1f23 !important; }
    .mark-end { background: #c8451f !important; }`;
