/**
 * Writes the generated pages of `docs/reference`. A test fails when one is stale; `npm run reference` renews
 * it.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { mayDo, permissions, staffRoles } from '#kernel/permissions.ts';
import { namesOfInvariants } from '#modules/operations/invariants/invariants.ts';
import { type JobName, retryPolicy } from '#modules/shared/job-list.ts';
import { Environment, settingGroups } from '#server/settings/config.ts';
import { z } from 'zod';
import { jobTexts } from './job-texts.ts';
import { situationTexts } from './situation-texts.ts';

const root = join(import.meta.dirname, '..');
const mark = '<!-- generated: npm run reference -->';

type Described = { default?: unknown; description?: string; computedDefault?: string };

const { properties = {}, required = [] } = z.toJSONSchema(Environment, {
  io: 'input',
  unrepresentable: 'any',
}) as {
  properties?: Record<string, Described>;
  required?: string[];
};

/** The description of every setting, from the schema. */
export const settings: Readonly<Record<string, Described>> = properties;

function defaultOf(name: string): string {
  if (required.includes(name)) return '*required*';
  const { default: value, computedDefault = '' } = properties[name] ?? {};
  return typeof value === 'string' || typeof value === 'number' ? `\`${value}\`` : computedDefault;
}

function settingsPage(): string {
  const rowsOf = (group: object): string[] =>
    Object.keys(group).map(
      (name) => `| \`${name}\` | ${defaultOf(name)} | ${properties[name]?.description ?? ''} |`,
    );
  const sections = Object.entries(settingGroups).map(
    ([title, group]) => `## ${title}

| name | default | meaning |
|---|---|---|
${rowsOf(group).join('\n')}
`,
  );
  return `# Settings

${mark}

Environment variables. Startup validates all of them and reports every problem together. The demo
provides the required ones. Settings of the company, credit terms, and policies are changed in the
console.

${sections.join('\n')}`;
}

function commandsPage(): string {
  const help = execFileSync(process.execPath, ['tools/admin.ts', '--help'], { cwd: root, encoding: 'utf8' });
  return `# Commands

${mark}

Each command works next to a running shop, on the same data. Exit code 0: done. 1: something needs attention. 2: not understood or
refused.

\`\`\`
${help.trim()}
\`\`\`
`;
}

function permissionsPage(): string {
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const grants = permissions.map((permission) =>
    row([`\`${permission}\``, ...staffRoles.map((role) => (mayDo(role, permission) ? '✓' : ''))]),
  );
  const endpoints = Object.values<Endpoint>(contract)
    .filter(({ access }) => access === 'staff')
    .map(({ method, path, permission = '', fresh }) =>
      row([`\`${method} ${path}\``, `\`${permission}\``, fresh ? '✓' : '']),
    );
  return `# Permissions

${mark}

Each staff member has one role, and each staff endpoint needs one permission. The server checks it on
every request. The console hides what a role cannot use.

${row(['permission', ...staffRoles])}
${row(['---', ...staffRoles.map(() => '---')])}
${grants.join('\n')}

## Endpoints

*Fresh code*: the session must have confirmed an authenticator code within the last minutes.

| endpoint | permission | fresh code |
|---|---|---|
${endpoints.toSorted().join('\n')}
`;
}

function jobsPage(): string {
  const rows = Object.entries(retryPolicy).map(
    ([name, { retryLimit, firstDelaySeconds, longestDelaySeconds }]) =>
      `| \`${name}\` | ${jobTexts[name as JobName]} | ${retryLimit} | ${firstDelaySeconds} | ${longestDelaySeconds} |`,
  );
  return `# Jobs

${mark}

A failed job is retried with a doubling delay. A job without retries left stays in its queue as failed
and is logged as an error. Every job may run late or more than once.

| job | what it does | retries | first delay (s) | longest delay (s) |
|---|---|---|---|---|
${rows.toSorted().join('\n')}
`;
}

const invariantsPage = (): string => `# Invariants

${mark}

\`npm run admin -- verify\` checks each of these against the whole database. The \`check-invariants\`
job checks changed rows and raises an alarm for a violation. Numbers are those of the specification's
safety rules. [Promises](../promises.md) explains them.

${namesOfInvariants.map((name) => `- ${name}`).join('\n')}
`;

/** Titles of this test start with section numbers of the specification. */
const numberedBySection = 'test/specification-calls.test.ts';

/** The files with a test whose title starts with the number of a situation, such as `9: …` or `10, 14: …`. */
export function testsBySituation(): Map<number, string[]> {
  const tests = new Map<number, string[]>();
  for (const path of globSync('{src,test}/**/*.test.{ts,tsx}', { cwd: root }).toSorted()) {
    if (path === numberedBySection) continue;
    const titles = readFileSync(join(root, path), 'utf8').matchAll(
      /\b(?:test|describe)(?:\.\w+)*\(\s*['"`](\d+(?:, \d+)*): /g,
    );
    const numbers = new Set([...titles].flatMap(([, list = '']) => list.split(', ').map(Number)));
    for (const number of numbers) tests.set(number, [...(tests.get(number) ?? []), path]);
  }
  return tests;
}

function situationsPage(): string {
  const tests = testsBySituation();
  const rows = Object.entries(situationTexts).map(([number, { what, outcome, more = [] }]) => {
    const files = new Set([...(tests.get(Number(number)) ?? []), ...more]);
    return `| ${number} | ${what} | ${outcome} | ${[...files].map((path) => `\`${path.replace('src/modules/', '')}\``).join(', ')} |`;
  });
  return `# Situations

${mark}

What buyers, browsers, banks, and processors can do to a purchase, and what the shop guarantees. The
tests are those whose titles start with the number, and others that cover it. Paths are in
\`src/modules\` unless they start with \`src\`, \`test\`, or \`e2e\`.

| | situation | outcome | tests |
|---|---|---|---|
${rows.join('\n')}
`;
}

export const referencePages = (): Record<string, string> => ({
  'docs/reference/permissions.md': permissionsPage(),
  'docs/reference/jobs.md': jobsPage(),
  'docs/reference/invariants.md': invariantsPage(),
  'docs/reference/situations.md': situationsPage(),
  'docs/reference/settings.md': settingsPage(),
  'docs/reference/cli.md': commandsPage(),
});

if (import.meta.main)
  for (const [path, text] of Object.entries(referencePages())) writeFileSync(join(root, path), text);
