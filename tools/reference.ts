/** Writes the generated pages of `docs/reference`: settings and commands. A test fails when one is stale; `node tools/reference.ts` renews it. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Environment } from '#server/config.ts';
import { z } from 'zod';
import { demoSettingTexts, settingTexts } from './setting-texts.ts';

const root = join(import.meta.dirname, '..');
const mark = '<!-- generated: node tools/reference.ts -->';

/** Every setting of the schema but OpenTelemetry's. */
export const settingNames = Object.keys(Environment.shape).filter((name) => !name.startsWith('OTEL_'));

function settingsPage(): string {
  const { properties = {} } = z.toJSONSchema(Environment, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { default?: unknown }>;
  };
  const shown = (name: string): string => {
    const value = properties[name]?.default;
    return typeof value === 'string' || typeof value === 'number' ? `\`${value}\`` : '';
  };
  const rows = settingNames.toSorted().map((name) => `| \`${name}\` | ${shown(name)} | ${settingTexts[name] ?? ''} |`);
  const demo = Object.entries(demoSettingTexts).map(([name, text]) => `| \`${name}\` | ${text} |`);
  return `# Settings

${mark}

Environment variables. Startup validates all of them and reports every problem together. Settings of the company, credit terms,
and policies are changed in the console.

| name | default | meaning |
|---|---|---|
${rows.join('\n')}

OpenTelemetry's standard variables are read once \`OTEL_EXPORTER_OTLP_ENDPOINT\` is set.

## Demo only

| name | meaning |
|---|---|
${demo.join('\n')}
`;
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

export const referencePages = (): Record<string, string> => ({
  'docs/reference/settings.md': settingsPage(),
  'docs/reference/cli.md': commandsPage(),
});

if (import.meta.main) for (const [path, text] of Object.entries(referencePages())) writeFileSync(join(root, path), text);
