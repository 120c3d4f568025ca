import { FileStore } from '@tus/file-store'
import { type DataStore } from '@tus/server'
import { createWriteStream } from 'node:fs'
import { access, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clientOf } from './s3.ts'
import { type S3Settings } from './s3-settings.ts'

/** Where the bytes of uploads lie until the last one is there and they were looked at. */
export type UploadStore = {
  /** What the tus protocol writes to. */
  tus(): Promise<DataStore>
  /** The whole upload as a file on this machine, below `folder` if it has to be fetched; undefined when it is gone. */
  fileOf(id: string, folder: string): Promise<string | undefined>
  /** Takes away all that there is of an upload; nothing happens when there is nothing. */
  remove(id: string): Promise<void>
}

export function uploadsOnDisk(directory: string): UploadStore {
  let store: Promise<FileStore> | undefined
  return {
    tus() {
      store ??= mkdir(directory, { recursive: true }).then(() => new FileStore({ directory }))
      return store
    },
    async fileOf(id) {
      const path = join(directory, id)
      return access(path).then(
        () => path,
        () => undefined,
      )
    },
    async remove(id) {
      for (const name of [id, `${id}.json`]) await rm(join(directory, name), { force: true })
    },
  }
}

const partBytes = 8 * 1_048_576

/** Uploads as multipart uploads of the bucket itself, so that any node can take the next part. */
export function uploadsInS3(settings: S3Settings): UploadStore {
  let store: Promise<DataStore> | undefined
  const tus = () => {
    store ??= import('@tus/s3-store').then(
      ({ S3Store }) =>
        new S3Store({
          partSize: partBytes,
          useTags: false,
          s3ClientConfig: { ...clientOf(settings), bucket: settings.bucket },
        }),
    )
    return store
  }
  return {
    tus,
    async fileOf(id, folder) {
      const from = await tus()
      if (!('read' in from) || typeof from.read !== 'function') return undefined
      try {
        const path = join(folder, 'upload')
        await pipeline(await from.read(id), createWriteStream(path))
        return path
      } catch (error) {
        if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)) return undefined
        throw error
      }
    },
    async remove(id) {
      // The library answers 404 in its own way when there is nothing left.
      await (await tus()).remove(id).catch((error: unknown) => {
        if (typeof error === 'object' && error !== null && 'status_code' in error && error.status_code === 404) return
        throw error
      })
    },
  }
}
