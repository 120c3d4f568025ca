import { type S3Client } from '@aws-sdk/client-s3'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type S3Settings } from './s3-settings.ts'
import { type StorageGateway } from './storage.ts'

/** Files in a bucket. The library is loaded with the first call, so that nobody else pays for it. */
export function makeS3(settings: S3Settings): StorageGateway {
  let opened: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: new sdk.S3Client(clientOf(settings)) }))
    return opened
  }
  const at = (key: string) => ({ Bucket: settings.bucket, Key: key })
  const read = async (key: string, range?: { from: number; to: number }): Promise<Readable | undefined> => {
    const { sdk, client } = await open()
    try {
      const part = range ? { Range: `bytes=${range.from}-${range.to}` } : {}
      const { Body } = await client.send(new sdk.GetObjectCommand({ ...at(key), ...part }))
      return Body instanceof Readable ? Body : undefined
    } catch (error) {
      if (error instanceof sdk.NoSuchKey || (error instanceof Error && error.name === 'NotFound')) return undefined
      throw error
    }
  }
  return {
    async put(key, bytes) {
      const { sdk, client } = await open()
      await client.send(new sdk.PutObjectCommand({ ...at(key), Body: bytes }))
    },
    async putFile(key, path) {
      const { sdk, client } = await open()
      const { size } = await stat(path)
      await client.send(new sdk.PutObjectCommand({ ...at(key), Body: createReadStream(path), ContentLength: size }))
    },
    async get(key) {
      const stream = await read(key)
      return stream && Buffer.concat(await stream.toArray())
    },
    open: read,
    async remove(key) {
      const { sdk, client } = await open()
      await client.send(new sdk.DeleteObjectCommand(at(key)))
    },
  }
}

/** How the library is told about the bucket. Without keys it looks for them where it always does. */
export function clientOf({ region, endpoint, accessKeyId, secretAccessKey }: S3Settings) {
  return {
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // Checksums of their own are not understood by every server that speaks S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const
}
