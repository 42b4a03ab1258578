/**
 * Packages that load only with a setting are optional dependencies. A release contains them, but `npm ci
 * --omit=optional` does not install them.
 */
export const optionalPackages = {
  FILES_URL: ['@aws-sdk/client-s3'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    '@opentelemetry/api',
    '@opentelemetry/exporter-metrics-otlp-http',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-metrics',
    '@opentelemetry/sdk-trace',
  ],
} as const;

export type IsInstalled = (name: string) => boolean;

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** A sentence for the operator; null when the packages of the setting are installed. */
export function packageProblem(
  setting: keyof typeof optionalPackages,
  has: IsInstalled = isInstalled,
): string | null {
  const missing = optionalPackages[setting].find((name) => !has(name));
  return missing === undefined
    ? null
    : `${setting} needs the package ${missing}, which "npm ci --omit=optional" does not install.`;
}
