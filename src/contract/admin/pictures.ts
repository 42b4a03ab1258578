/** Images that staff upload, for products and posts. */
import { endpoint } from '#contract/endpoint.ts';
import { z } from 'zod';
import { listQuery, pageOf } from './list.ts';

export const pictureAtMostBytes = 10_000_000;

/** Random, so that names cannot be guessed. An SVG's name has its extension. */
export const pictureNamePattern = /^[A-Za-z0-9_-]{22}(\.svg)?$/;

/** One of our images: a built-in drawing or an upload. */
export const PictureAddress = z
  .string()
  .regex(/^\/(products\/[a-z0-9-]{1,60}\.svg|media\/[A-Za-z0-9_-]{22}(\.svg)?)$/, 'Choose a picture');

export const Picture = z.object({
  /** The last part of its address. */
  id: z.string(),
  /** Its address once it is `ready`. */
  address: z.string(),
  state: z.enum(['waiting', 'ready', 'failed']),
  /** In pixels, of the original; 0 for an SVG without a size. */
  width: z.number().int(),
  height: z.number().int(),
  /** Why it failed, as a sentence; empty otherwise. */
  problem: z.string(),
});

/** Accepts JPEG, PNG, WebP, AVIF, GIF, and SVG, up to 40 megapixels, and stores them as AVIF and WebP. */
export const staffUploadPicture = endpoint({
  method: 'POST',
  path: '/api/admin/pictures',
  access: 'staff',
  permission: 'catalog.write',
  summary: 'Uploads a picture up to 10 MB and converts it in the background',
  bytesAtMost: pictureAtMostBytes,
  body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  response: Picture,
});

export const staffReadPicture = endpoint({
  method: 'GET',
  path: '/api/admin/pictures/{id}',
  access: 'staff',
  permission: 'catalog.read',
  summary: 'Returns the status of an upload',
  params: z.strictObject({ id: z.string().regex(pictureNamePattern, 'Picture not found') }),
  response: Picture,
});

export const PictureRow = Picture.extend({
  at: z.iso.datetime(),
  /** A product or post that uses it; null when there is none. */
  usedBy: z.string().nullable(),
});

export const staffListPictures = endpoint({
  method: 'GET',
  path: '/api/admin/pictures',
  access: 'staff',
  permission: 'catalog.read',
  summary: 'Lists uploaded pictures that are ready, newest first',
  query: listQuery({ views: ['all'], sorts: ['newest'] }),
  response: pageOf(PictureRow),
});
