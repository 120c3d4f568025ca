import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type StorageGateway } from './storage-gateway.ts'

/**
 * Makes storage in a folder of the data directory. A file is synced and then renamed into place, so it is either
 * complete or absent.
 */
export function makeDiskStorage(folder: string): StorageGateway {
  const pathOf = (key: string): string => {
    if (!/^[a-z0-9][a-z0-9/-]*$/.test(key) || key.includes('//')) throw new Error(`invalid storage key: ${key}`)
    return join(folder, key)
  }
  /** Lets `write` create a draft, syncs it and renames it into place. */
  const writeAtomically = async (key: string, write: (draft: string) => Promise<void>) => {
    const path = pathOf(key)
    await mkdir(dirname(path), { recursive: true })
    const draft = `${path}.${randomUUID()}.part`
    try {
      await write(draft)
      const file = await open(draft, 'r+')
      await file.sync().finally(() => file.close())
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
  return {
    put: (key, bytes) => writeAtomically(key, (draft) => writeFile(draft, bytes, { flag: 'wx' })),
    putFile: (key, path) => writeAtomically(key, (draft) => copyFile(path, draft)),
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    async open(key, range) {
      try {
        const file = await open(pathOf(key))
        return file.createReadStream(range ? { start: range.from, end: range.to } : {})
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async list(name) {
      try {
        const entries = await readdir(pathOf(name), { withFileTypes: true })
        // A file that is still being written has a dot in its name.
        return entries
          .filter((entry) => entry.isFile() && !entry.name.includes('.'))
          .map((entry) => `${name}/${entry.name}`)
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
        throw error
      }
    },
  }
}
