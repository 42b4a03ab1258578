/** The allowed elements of a drawing, and its allowed attributes by purpose. */

export const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textPath'];
export const groups = ['svg', 'g', 'defs', 'symbol', 'use', 'clipPath', 'mask', 'pattern', 'marker', 'title', 'desc'];
export const paints = ['linearGradient', 'radialGradient', 'stop'];
/** All filter effects except `feImage`, which loads an image. */
export const effects = [
  ...['filter', 'feBlend', 'feColorMatrix', 'feComponentTransfer', 'feComposite', 'feConvolveMatrix', 'feDiffuseLighting'],
  ...['feDisplacementMap', 'feDistantLight', 'feDropShadow', 'feFlood', 'feFuncA', 'feFuncB', 'feFuncG', 'feFuncR', 'feGaussianBlur'],
  ...['feMerge', 'feMergeNode', 'feMorphology', 'feOffset', 'fePointLight', 'feSpecularLighting', 'feSpotLight', 'feTile', 'feTurbulence'],
];

/** Attributes that CSS can also set, as lengths of a shape. */
export const geometry = new Set(['x', 'y', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height']);

/** CSS properties that also exist as attributes. */
export const presentation = new Set([
  ...['fill', 'fill-opacity', 'fill-rule', 'clip-rule', 'clip-path', 'mask', 'mask-type', 'opacity', 'color', 'visibility', 'display'],
  ...['stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-miterlimit'],
  ...['stroke-opacity', 'vector-effect', 'stop-color', 'stop-opacity', 'paint-order', 'overflow', 'filter', 'flood-color', 'flood-opacity'],
  ...['lighting-color', 'color-interpolation', 'color-interpolation-filters', 'shape-rendering', 'text-rendering', 'image-rendering'],
  ...['marker-start', 'marker-mid', 'marker-end', 'font-family', 'font-size', 'font-style', 'font-weight', 'font-variant', 'font-stretch'],
  ...['font-size-adjust', 'letter-spacing', 'word-spacing', 'text-anchor', 'text-decoration', 'dominant-baseline', 'alignment-baseline'],
  ...['baseline-shift', 'direction', 'unicode-bidi', 'kerning'],
]);

const places = ['x1', 'y1', 'x2', 'y2', 'fx', 'fy', 'fr', 'dx', 'dy', 'd', 'points', 'offset', 'rotate', 'pathLength', 'startOffset'];
const units = [
  ...['transform', 'gradientUnits', 'gradientTransform', 'spreadMethod', 'patternUnits', 'patternContentUnits', 'patternTransform'],
  ...['maskUnits', 'maskContentUnits', 'clipPathUnits', 'filterUnits', 'primitiveUnits', 'markerUnits', 'markerWidth', 'markerHeight'],
  ...['refX', 'refY', 'orient', 'textLength', 'lengthAdjust', 'method', 'spacing'],
];
const ofEffects = [
  ...['in', 'in2', 'result', 'mode', 'type', 'values', 'operator', 'k1', 'k2', 'k3', 'k4', 'radius', 'stdDeviation', 'scale', 'order'],
  ...['xChannelSelector', 'yChannelSelector', 'baseFrequency', 'numOctaves', 'seed', 'stitchTiles', 'surfaceScale', 'specularConstant'],
  ...['specularExponent', 'diffuseConstant', 'tableValues', 'slope', 'intercept', 'amplitude', 'exponent', 'azimuth', 'elevation', 'z'],
  ...['edgeMode', 'kernelMatrix', 'divisor', 'bias', 'preserveAlpha', 'targetX', 'targetY', 'pointsAtX', 'pointsAtY', 'pointsAtZ'],
  'limitingConeAngle',
];
const others = ['id', 'href', 'viewBox', 'preserveAspectRatio', 'role', 'aria-label', 'aria-hidden', 'xmlns'];

export const allowedAttributes = new Set([...geometry, ...presentation, ...places, ...units, ...ofEffects, ...others]);
