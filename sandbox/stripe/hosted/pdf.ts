/** Generates a simple text PDF without a library. It can be opened, read, and searched. */

export type PdfLine = { text: string; size?: number; right?: string };

const [width, height, margin] = [595, 842, 56];
const leading = 1.6;

/** Helvetica covers Latin letters; other characters become question marks. */
const shown = (text: string): string =>
  text.replace(/[^\x20-\x7e\xa1-\xff]/g, '?').replace(/[\\()]/g, '\\$&');

/** Approximate width in Helvetica: most characters are a little more than half as wide as high. */
const widthOf = (text: string, size: number): number => text.length * size * 0.54;

/** Renders one A4 page. Lines that do not fit are omitted. */
export function pdfOf(title: string, lines: readonly PdfLine[]): Buffer {
  let y = height - margin;
  const drawn = lines.flatMap(({ text, size = 11, right }) => {
    y -= size * leading;
    if (y < margin) return [];
    const at = (x: number, words: string) =>
      `BT /F1 ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td (${shown(words)}) Tj ET`;
    return [
      at(margin, text),
      ...(right === undefined ? [] : [at(width - margin - widthOf(right, size), right)]),
    ];
  });
  const content = drawn.join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title (${shown(title)}) >>`,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = Buffer.byteLength(body, 'latin1');
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = Buffer.byteLength(body, 'latin1');
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}
