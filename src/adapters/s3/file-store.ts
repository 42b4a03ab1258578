/**
 * Stores files in a bucket of any S3-compatible service. The package is large, so it is loaded with the first
 * file.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { packageProblem } from '#adapters/optional-packages.ts';
import type { FileStore } from '#ports/file-store.ts';

export type S3Settings = { endpoint: string; bucket: string; region: string; keyId: string; secret: string };

/** @throws when the optional package is not installed. */
export function createS3FileStore({ endpoint, bucket, region, keyId, secret }: S3Settings): FileStore {
  const problem = packageProblem('FILES_URL');
  if (problem !== null) throw new Error(problem);
  let client: S3Client | null = null;
  const open = async () => {
    const s3 = await import('@aws-sdk/client-s3');
    client ??= new s3.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId: keyId, secretAccessKey: secret },
      // A bucket in the path works everywhere; a bucket in the host name only where DNS has a name for each.
      forcePathStyle: true,
      maxAttempts: 3,
      requestHandler: { requestTimeout: 20_000, connectionTimeout: 5_000 },
      // Many services do not support the newer checksums that the client would add to each request.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { s3, client };
  };
  return {
    async write(name, content, contentType) {
      const { s3, client: to } = await open();
      await to.send(
        new s3.PutObjectCommand({ Bucket: bucket, Key: name, Body: content, ContentType: contentType }),
      );
    },
    async read(name) {
      const { s3, client: from } = await open();
      try {
        const { Body } = await from.send(new s3.GetObjectCommand({ Bucket: bucket, Key: name }));
        return Body === undefined ? null : await Body.transformToByteArray();
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return null;
        throw error;
      }
    },
    async remove(name) {
      const { s3, client: from } = await open();
      await from.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: name }));
    },
  };
}
