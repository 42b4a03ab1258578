/** Stores uploads in the configured bucket, or in a folder next to the built-in database. */
import { join } from 'node:path';
import { createDiskFileStore } from '#adapters/disk/file-store.ts';
import { createS3FileStore } from '#adapters/s3/file-store.ts';
import { chooseDataDir } from '#platform/embedded-postgres/start.ts';
import type { FileStore } from '#ports/file-store.ts';
import type { Config } from './settings/config.ts';

export const fileStoreOf = ({ files, dataDir }: Pick<Config, 'files' | 'dataDir'>): FileStore =>
  files === null ? createDiskFileStore(join(chooseDataDir(dataDir), 'files')) : createS3FileStore(files);
