/**
 * Malicious uploads: polyglot files, false dimensions, drawings with scripts, and text that claims to be an
 * image.
 */
import { deflateSync } from 'node:zlib';

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: Buffer): number => {
  let c = 0xffffffff;
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

/** Builds a PNG that declares this size and has `rows` rows of gray pixels. */
export function aPng(
  width: number,
  height: number,
  { rows = height, extra = [] }: { rows?: number; extra?: Buffer[] } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * rows, 0));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const marker = 'ran-from-a-picture';
const script = `<script>/* ${marker} */ran()</script>`;

/** Valid images with extra content. They are accepted, and the extra content is removed. */
export const polyglots: Record<string, Buffer> = {
  'a page after the end of a PNG': Buffer.concat([aPng(40, 30), Buffer.from(`<html>${script}</html>`)]),
  'a page in a comment of a PNG': aPng(40, 30, {
    extra: [chunk('tEXt', Buffer.from(`Comment\0<html>${script}`))],
  }),
  'an archive after a PNG': Buffer.concat([aPng(40, 30), Buffer.from(`PK\u0003\u0004${marker}`)]),
  'a script after a PNG': Buffer.concat([aPng(40, 30), Buffer.from(`*/=1;/* ${marker} */ran()`)]),
  'a PHP program after a PNG': Buffer.concat([
    aPng(40, 30),
    Buffer.from(`<?php /* ${marker} */ system($_GET[0]); ?>`),
  ]),
};

const gif = (width: number, height: number): Buffer => {
  const bytes = Buffer.from(
    'GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
    'latin1',
  );
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
};

/** Keyed by the error code. */
export const refused: Record<string, Record<string, Buffer>> = {
  picture_type: {
    nothing: Buffer.from('x'),
    'a page': Buffer.from(`<!doctype html><html>${script}</html>`),
    'a page that begins like a comment of a drawing': Buffer.from(`<!-- <svg> --><html>${script}</html>`),
    'a program': Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
    'a PDF': Buffer.from('%PDF-1.7\n1 0 obj'),
    'a script that calls itself a drawing': Buffer.from(`ran();//<svg xmlns="http://www.w3.org/2000/svg"/>`),
    'a drawing in UTF-16': Buffer.from('\ufeff<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le'),
    'a drawing that is too long': Buffer.from(`<svg><!--${'x'.repeat(500_001)}--></svg>`),
    'a bitmap': Buffer.from('BM\x3a\0\0\0', 'latin1'),
    'a TIFF': Buffer.from('II*\0\x08\0\0\0', 'latin1'),
    'a video': Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
  },
  picture_too_large: {
    'a PNG of 100,000 x 100,000 in a few bytes': aPng(100_000, 100_000, { rows: 1 }),
    'a PNG of 8,000 x 5,001': aPng(8_000, 5_001, { rows: 1 }),
    'a PNG of one long line': aPng(16_001, 1),
    'a GIF of 65,535 x 65,535': gif(65_535, 65_535),
  },
  picture_broken: {
    'a document type with entities': Buffer.from(
      '<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><svg>&b;</svg>',
    ),
    'the beginning of a PNG': aPng(40, 30).subarray(0, 20),
    'the beginning of a JPEG': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]),
    'a WebP in name only': Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'),
    'an AVIF in name only': Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'latin1'),
    'a JPEG that begins and is a page': Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff]),
      Buffer.from(`<html>${script}</html>`),
    ]),
    'a PNG without pixels of a size': aPng(0, 0),
    'a drawing that does not end': Buffer.from('<svg'.padEnd(5)),
  },
};

const around = (inner: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;

/** Each tries to call `ran()` or to fetch something. */
export const hostileDrawings: string[] = [
  around('<script>ran()</script>'),
  around('<SCRIPT>ran()</SCRIPT>'),
  around('<script href="data:text/javascript,ran()"/>'),
  around('<script xlink:href="data:text/javascript,ran()"/>', 'xmlns:xlink="http://www.w3.org/1999/xlink"'),
  around('<s:script xmlns:s="http://www.w3.org/2000/svg">ran()</s:script>'),
  around('<h:script xmlns:h="http://www.w3.org/1999/xhtml">ran()</h:script>'),
  around('<path d="M0 0" onclick="ran()"/>', 'onload="ran()"'),
  around('<path d="M0 0" ONMOUSEOVER="ran()" onBegin="ran()"/>'),
  around('<animate attributeName="href" values="javascript:ran()"/>'),
  around('<a href="javascript:ran()"><text>x</text></a>'),
  around('<a xlink:href="javascript:ran()"><text>x</text></a>'),
  around('<use href="data:image/svg+xml;base64,PHN2Zy8+#x"/>'),
  around('<use xlink:href="https://evil.example/x.svg#a"/>'),
  around('<use href="//evil.example/x.svg#a"/>'),
  around('<image href="https://evil.example/pixel.png"/>'),
  around('<foreignObject><iframe src="javascript:ran()"/></foreignObject>'),
  around(
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="ran()"/></body></foreignObject>',
  ),
  around('<style>@import url(https://evil.example/x.css); * { fill: url(https://evil.example/) }</style>'),
  around('<rect style="background: url(javascript:ran())"/>'),
  around('<rect fill="url(https://evil.example/#a)"/>'),
  around('<rect fill="url( &quot;https://evil.example/#a&quot; )"/>'),
  around('<rect mask="u\\72l(https://evil.example/#a)"/>'),
  around('<set attributeName="onmouseover" to="ran()"/>'),
  around('<handler type="application/ecmascript">ran()</handler>'),
  around('<feImage href="https://evil.example/x.png"/>'),
  around('<metadata><script>ran()</script></metadata>'),
  around('<title>&lt;script&gt;ran()&lt;/script&gt;</title>'),
  around('<desc><![CDATA[</desc><script>ran()</script>]]></desc>'),
  around('<text>]]><script>ran()</script></text>'),
  around('<path d="M0 0"/><!-- --><script>ran()</script><!-- -->'),
  around('<path d="&quot; onload=&quot;ran()"/>'),
  around('<path d=\'x" onload="ran()\'/>'),
  around('<svg onload="ran()"><svg onload="ran()"/></svg>'),
  `<?xml version="1.0"?><?xml-stylesheet href="https://evil.example/x.xsl" type="text/xsl"?>${around('')}`,
  `<?xml version="1.0"?>\n<!-- c -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://evil.example/x.dtd">${around('<script>ran()</script>')}`,
  around('', 'xml:base="https://evil.example/" baseProfile="full"'),
  around('<path d="M0 0" data-x="ran()" formaction="javascript:ran()"/>'),
  around(
    '<discard begin="0s"/><mpath href="javascript:ran()"/><animateMotion><mpath xlink:href="javascript:ran()"/></animateMotion>',
  ),
  around('<tref xlink:href="https://evil.example/x"/><cursor xlink:href="https://evil.example/x"/>'),
  around(
    '<audio src="https://evil.example/a"/><video><source src="https://evil.example/v"/></video><iframe src="javascript:ran()"/>',
  ),
];
