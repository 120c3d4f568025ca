import { type S3Client } from '@aws-sdk/client-s3'
import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type StorageGateway } from './storage-gateway.ts'

const connectionTimeoutMs = 3_000
/** A reply that has begun may take as long as its client reads, but not without any byte; as `stalledTransferMs`. */
const idleTimeoutMs = 60_000
/** Until the reply to a read or a removal begins. */
const replyTimeoutMs = 10_000

const mebibyte = 1_048_576
/**
 * The largest file that is stored in one request, and the size of the parts of a larger one: Amazon takes 5 GiB and 10,000
 * parts of it.
 */
const partSizes = { maxSingleBytes: 5_120 * mebibyte, partBytes: 512 * mebibyte }

/**
 * Makes storage in an S3 bucket. The library is loaded with the first call, so that other installations do not pay for
 * it.
 */
export function makeS3Storage(settings: S3Settings, { maxSingleBytes, partBytes } = partSizes): StorageGateway {
  let opened: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: new sdk.S3Client(s3ClientConfig(settings)) }))
    return opened
  }
  /** Sends a request. Throws ETIMEDOUT when the reply to a read or a removal does not begin in time. */
  const sendInTime = async <T>(send: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), replyTimeoutMs)
    try {
      return await send(controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) throw error
      throw Object.assign(new Error('the bucket does not answer', { cause: error }), { code: 'ETIMEDOUT' })
    } finally {
      clearTimeout(timer)
    }
  }
  const location = (key: string) => ({ Bucket: settings.bucket, Key: key })
  const read = async (key: string, range?: { from: number; to: number }): Promise<Readable | undefined> => {
    const { sdk, client } = await open()
    try {
      const rangeHeader = range ? { Range: `bytes=${range.from}-${range.to}` } : {}
      const { Body } = await sendInTime((abortSignal) =>
        client.send(new sdk.GetObjectCommand({ ...location(key), ...rangeHeader }), { abortSignal }),
      )
      return Body instanceof Readable ? Body : undefined
    } catch (error) {
      if (error instanceof sdk.NoSuchKey || (error instanceof Error && error.name === 'NotFound')) return undefined
      throw error
    }
  }
  /** Stores a large file part by part. The bucket drops the parts of one that fails. */
  const putParts = async (key: string, path: string, size: number): Promise<void> => {
    const { sdk, client } = await open()
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(location(key)))
    const upload = { ...location(key), UploadId }
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = []
      for (let from = 0; from < size; from += partBytes) {
        const PartNumber = Parts.length + 1
        const ContentLength = Math.min(partBytes, size - from)
        const { ETag } = await withStream(
          createReadStream(path, { start: from, end: from + ContentLength - 1 }),
          (Body) => client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body, ContentLength })),
        )
        Parts.push({ ETag, PartNumber })
      }
      await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    } catch (error) {
      // What failed is what the caller has to know.
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => undefined)
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
      if (size > maxSingleBytes) return putParts(key, path, size)
      await withStream(createReadStream(path), (Body) =>
        client.send(new sdk.PutObjectCommand({ ...location(key), Body, ContentLength: size })),
      )
    },
    async get(key) {
      const stream = await read(key)
      return stream && Buffer.concat(await stream.toArray())
    },
    open: read,
    async remove(key) {
      const { sdk, client } = await open()
      await sendInTime((abortSignal) => client.send(new sdk.DeleteObjectCommand(location(key)), { abortSignal }))
    },
    async list(folder) {
      const { sdk, client } = await open()
      const request = { Bucket: settings.bucket, Prefix: `${folder}/`, Delimiter: '/' }
      const keys: string[] = []
      let next: string | undefined
      do {
        const page = new sdk.ListObjectsV2Command({ ...request, ...(next ? { ContinuationToken: next } : {}) })
        const { Contents = [], NextContinuationToken } = await sendInTime((abortSignal) =>
          client.send(page, { abortSignal }),
        )
        keys.push(...Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key])))
        next = NextContinuationToken
      } while (next !== undefined)
      return keys
    },
  }
}

/** Sends a stream and closes it: the library leaves it open when the bucket refuses. */
async function withStream<T>(stream: ReadStream, send: (stream: ReadStream) => Promise<T>): Promise<T> {
  try {
    return await send(stream)
  } finally {
    stream.destroy()
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
    requestHandler: { connectionTimeout: connectionTimeoutMs, socketTimeout: idleTimeoutMs },
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
