import { FileStore } from '@tus/file-store'
import { type DataStore } from '@tus/server'
import { createWriteStream } from 'node:fs'
import { access, copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeS3Storage, s3ClientConfig, type S3Settings } from './s3-storage.ts'

/** Holds the bytes of uploads until they are complete and checked. */
export type UploadStore = {
  /** Returns the store that the tus protocol writes to. */
  tus(): Promise<DataStore>
  /**
   * Returns the path of the complete upload as a local file, downloaded into `folder` if necessary; undefined when it
   * is gone.
   */
  localFile(id: string, folder: string): Promise<string | undefined>
  /** Stores a local file as the complete upload. */
  putFile(id: string, path: string): Promise<void>
  /** Removes everything stored for an upload; does nothing when there is nothing. */
  remove(id: string): Promise<void>
}

export function makeDiskUploadStore(directory: string): UploadStore {
  let store: Promise<FileStore> | undefined
  return {
    tus() {
      store ??= mkdir(directory, { recursive: true }).then(() => new FileStore({ directory }))
      return store
    },
    async localFile(id) {
      const path = join(directory, id)
      return access(path).then(
        () => path,
        () => undefined,
      )
    },
    async putFile(id, path) {
      await mkdir(directory, { recursive: true })
      await copyFile(path, join(directory, id))
    },
    async remove(id) {
      for (const name of [id, `${id}.json`]) await rm(join(directory, name), { force: true })
    },
  }
}

const multipartChunkBytes = 8 * 1_048_576

/** Makes a store of multipart uploads in the bucket, so that any node can take the next part. */
export function makeS3UploadStore(settings: S3Settings): UploadStore {
  let store: Promise<DataStore> | undefined
  const tus = () => {
    store ??= import('@tus/s3-store').then(
      ({ S3Store }) =>
        new S3Store({
          partSize: multipartChunkBytes,
          useTags: false,
          s3ClientConfig: { ...s3ClientConfig(settings), bucket: settings.bucket },
        }),
    )
    return store
  }
  return {
    tus,
    async localFile(id, folder) {
      const dataStore = await tus()
      if (!('read' in dataStore) || typeof dataStore.read !== 'function') return undefined
      try {
        const path = join(folder, 'upload')
        await pipeline(await dataStore.read(id), createWriteStream(path))
        return path
      } catch (error) {
        if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)) return undefined
        throw error
      }
    },
    // An upload is an object of the bucket under its id.
    putFile: (id, path) => makeS3Storage(settings).putFile(id, path),
    async remove(id) {
      // The library reports a missing upload as an error with status 404.
      await (await tus()).remove(id).catch((error: unknown) => {
        if (typeof error === 'object' && error !== null && 'status_code' in error && error.status_code === 404) return
        throw error
      })
    },
  }
}
