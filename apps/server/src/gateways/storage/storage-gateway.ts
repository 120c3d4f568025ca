import { type Readable } from 'node:stream'

/** A byte range from `from` to `to`, both inclusive. */
export type ByteRange = { readonly from: number; readonly to: number }

/** Stores bytes by key. Keys consist of lower-case letters, digits, dashes and slashes. */
export type StorageGateway = {
  /** Writes the bytes atomically; overwrites an existing key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Stores a local file in the same way; the file stays. */
  putFile(key: string, path: string): Promise<void>
  /** Reads all bytes; returns undefined for an unknown key. */
  get(key: string): Promise<Uint8Array | undefined>
  /** Streams all bytes or a range of them; returns undefined for an unknown key. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>
  remove(key: string): Promise<void>
  /** Lists the keys of a folder, which ends with no slash; folders in it are left out. */
  list(folder: string): Promise<string[]>
}
