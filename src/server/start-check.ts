/**
 * Checks everything that can prevent a start and can be known in advance: settings, optional packages, ports,
 * and the data folder. All problems are reported together, one sentence each.
 */
import { constants, accessSync, mkdirSync } from 'node:fs';
import { type IsInstalled, packageProblem } from '#adapters/optional-packages.ts';
import { chooseDataDir } from '#platform/embedded-postgres/start.ts';
import { explainFileError } from '#platform/embedded-postgres/trouble.ts';
import { type Config, ConfigError, readConfig } from './settings/config.ts';
import { type ListenAddress, openListener } from './http/listener.ts';

type Environment = Record<string, string | undefined>;

/** Lists several startup problems, one sentence per line. */
export class StartError extends Error {
  override name = 'StartError';
}

type Given = { demoDefaults?: Environment; ports?: ListenAddress[]; isInstalled?: IsInstalled };

/**
 * `demoDefaults` are settings that a demo fills in later; `ports` are those of its sandbox. Returns the
 * settings.
 * @throws `StartError` with every problem.
 */
export async function checkStart(
  environment: Environment,
  { demoDefaults = {}, ports = [], isInstalled }: Given = {},
): Promise<Config> {
  const settings = settingsOf({ ...environment, ...demoDefaults });
  const taken = await Promise.all([...portsOf(environment), ...ports].map(portProblems));
  const problems = [
    ...('problems' in settings ? settings.problems : packageProblems(settings.config, isInstalled)),
    ...taken.flat(),
    ...dataDirProblems(environment),
  ];
  if (problems.length > 0 || 'problems' in settings) throw new StartError(problems.join('\n'));
  return settings.config;
}

function settingsOf(environment: Environment): { config: Config } | { problems: string[] } {
  try {
    return { config: readConfig(environment) };
  } catch (error) {
    if (error instanceof ConfigError)
      return { problems: [`Invalid settings:`, ...error.message.split('\n')] };
    throw error;
  }
}

const packageProblems = (
  { files, telemetry }: Pick<Config, 'files' | 'telemetry'>,
  isInstalled?: IsInstalled,
): string[] =>
  [
    files === null ? null : packageProblem('FILES_URL', isInstalled),
    telemetry === null ? null : packageProblem('OTEL_EXPORTER_OTLP_ENDPOINT', isInstalled),
  ].filter((problem) => problem !== null);

/**
 * Returns the port in a setting, or `otherwise`. Null when it is invalid; settings validation reports that.
 */
export function portIn(text: string | undefined, otherwise: number): number | null {
  const port = text === undefined || text === '' ? otherwise : Number(text);
  return Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : null;
}

function portsOf(environment: Environment): ListenAddress[] {
  const host = environment.HOST || '127.0.0.1';
  const port = portIn(environment.PORT, 3_000);
  const metricsPort =
    environment.METRICS_PORT === 'off' ? null : portIn(environment.METRICS_PORT, port ? port + 2 : 0);
  return [
    ...(port === null ? [] : [{ host, port, setting: 'PORT' }]),
    ...(metricsPort === null
      ? []
      : [{ host: environment.METRICS_HOST || '127.0.0.1', port: metricsPort, setting: 'METRICS_PORT' }]),
  ];
}

/** Port 0 picks a free port, so it is never taken. */
async function portProblems(at: ListenAddress): Promise<string[]> {
  if (at.port === 0) return [];
  try {
    await (await openListener(at)).close(0);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Only the built-in database needs the folder at startup. */
function dataDirProblems(environment: Environment): string[] {
  if (environment.DATABASE_URL || environment.DATABASE_DIRECT_URL) return [];
  const folder = chooseDataDir(environment.DATA_DIR || null);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return [];
  } catch (error) {
    return [explainFileError(error, folder).message];
  }
}
