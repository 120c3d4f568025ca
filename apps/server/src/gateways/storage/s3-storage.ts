import { type S3Client } from '@aws-sdk/client-s3'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type StorageGateway } from './storage-gateway.ts'

/**
 * Makes storage in an S3 bucket. The library is loaded with the first call, so that other installations do not pay for
 * it.
 */
export function makeS3Storage(settings: S3Settings): StorageGateway {
  let opened: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: new sdk.S3Client(s3ClientConfig(settings)) }))
    return opened
  }
  const location = (key: string) => ({ Bucket: settings.bucket, Key: key })
  const read = async (key: string, range?: { from: number; to: number }): Promise<Readable | undefined> => {
    const { sdk, client } = await open()
    try {
      const rangeHeader = range ? { Range: `bytes=${range.from}-${range.to}` } : {}
      const { Body } = await client.send(new sdk.GetObjectCommand({ ...location(key), ...rangeHeader }))
      return Body instanceof Readable ? Body : undefined
    } catch (error) {
      if (error instanceof sdk.NoSuchKey || (error instanceof Error && error.name === 'NotFound')) return undefined
      throw error
    }
  }
  return {
    async put(key, bytes) {
      const { sdk, client } = await open()
      await client.send(new sdk.PutObjectCommand({ ...location(key), Body: bytes }))
    },
    async putFile(key, path) {
      const { sdk, client } = await open()
      const { size } = await stat(path)
      await client.send(
        new sdk.PutObjectCommand({ ...location(key), Body: createReadStream(path), ContentLength: size }),
      )
    },
    async get(key) {
      const stream = await read(key)
      return stream && Buffer.concat(await stream.toArray())
    },
    open: read,
    async remove(key) {
      const { sdk, client } = await open()
      await client.send(new sdk.DeleteObjectCommand(location(key)))
    },
  }
}

/** Returns the client configuration of a bucket. Without keys the library uses its default credential chain. */
export function s3ClientConfig({ region, endpoint, accessKeyId, secretAccessKey }: S3Settings) {
  return {
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // Not every S3-compatible server understands additional checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const
}

/** The bucket for files that are not stored on the local disk. */
export type S3Settings = {
  readonly bucket: string
  readonly region: string
  /** Set for servers other than Amazon's. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: string | undefined
}
