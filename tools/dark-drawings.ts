/**
 * `node tools/dark-drawings.ts` adds the dark theme colors to every cover and product drawing, as a style in
 * the file. Browsers apply it by the theme of the embedding page. Ink becomes cream and paper becomes dark,
 * so that lines stay visible.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../public', import.meta.url));

/** Light to dark. Drawings may only use these colors. */
const night: Readonly<Record<string, string>> = {
  // Ink, for lines and solid shapes.
  ...{ '#0f2a2e': '#efe6d3', '#245f55': '#8fc7b9', '#24504f': '#8fc7b9' },
  // Night skies, dark in both themes.
  ...{ '#0f2a2f': '#0a1719', '#173a40': '#14313a' },
  // Paper and white shapes.
  ...{ '#fffdf8': '#10252a', '#fff': '#10252a', '#eef4f2': '#132b30' },
  // Grounds and objects: sand, water, leaves, clay.
  ...{
    '#f4ead8': '#1f2a26',
    '#e8d5b3': '#3d3a2a',
    '#e8d5b4': '#3d3a2a',
    '#d9c196': '#5a5238',
    '#c9b48f': '#6b6146',
  },
  ...{
    '#dbe8e6': '#16323a',
    '#dce8e6': '#16323a',
    '#bdd5d1': '#23505a',
    '#bcd5d1': '#23505a',
    '#a9c4b6': '#3c6a5e',
  },
  ...{ '#e5ebdb': '#1d3329', '#eef2e6': '#1d3329', '#cbd8b8': '#34523c' },
  ...{ '#f8e5da': '#30261f', '#eecab8': '#5a382b', '#e0a184': '#8a5138', '#f0a994': '#9c5240' },
  // Accents.
  ...{
    '#3a8577': '#55a898',
    '#2a6f63': '#3d8577',
    '#d9482b': '#f4775a',
    '#e8c66f': '#dcb859',
    '#f1d999': '#a88d45',
  },
};

const rules = Object.entries(night).map(
  ([day, dark]) => `[fill="${day}"]{fill:${dark}}[stroke="${day}"]{stroke:${dark}}`,
);
const styleFor = (drawing: string): string => {
  const used = rules
    .flatMap((rule) => rule.split(/(?<=\})/))
    .filter((rule) => drawing.includes(/\[(.*?)\]/.exec(rule)?.[1] ?? ''));
  return `<style>@media (prefers-color-scheme:dark){${used.join('')}}</style>`;
};

/** Replaces the dark theme style of a drawing. */
export function toDarkDrawing(drawing: string): string {
  const light = drawing.replace(/<style>@media \(prefers-color-scheme:dark\).*?<\/style>/, '');
  return light.replace(/^<svg [^>]*>/, (head) => head + styleFor(light));
}

export const drawings = (): string[] =>
  ['blog', 'products'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.svg'))
      .map((name) => join(root, folder, name)),
  );

/** Colors of the drawing that have no dark counterpart. */
export const withoutNight = (drawing: string): string[] =>
  [...drawing.matchAll(/(?:fill|stroke)="(#[^"]*)"/g)]
    .map(([, color = '']) => color)
    .filter((color) => !(color in night));

if (import.meta.main)
  for (const file of drawings()) writeFileSync(file, toDarkDrawing(readFileSync(file, 'utf8')));
