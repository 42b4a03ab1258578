/**
 * Reads from deploy/image/Dockerfile what a plain folder can reproduce: the build commands and how the shop
 * is started.
 */
export type Image = {
  build: string[];
  environment: Record<string, string>;
  account: { uid: number; gid: number };
  command: string[];
};

export function readDockerfile(text: string): Image {
  const [, building = '', running = ''] = text.split(/^FROM .*$/m);
  const all = (stage: string, word: string): string[] =>
    [...stage.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, rest = '']) => rest);
  const [uid = 0, gid = 0] = (all(running, 'USER')[0] ?? '').split(':').map(Number);
  return {
    build: all(building, 'RUN'),
    environment: Object.fromEntries(
      all(running, 'ENV').map((pair) => [
        pair.slice(0, pair.indexOf('=')),
        pair.slice(pair.indexOf('=') + 1),
      ]),
    ),
    account: { uid, gid },
    command: JSON.parse(all(running, 'CMD')[0] ?? '[]') as string[],
  };
}
