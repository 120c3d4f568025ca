import { type Readable } from 'node:stream'

/** Bytes of an object from `from` to `to`, both counted. */
export type ByteRange = { readonly from: number; readonly to: number }

/** Bytes under a key. Keys are ours: lower-case letters, digits, dashes and slashes. */
export type StorageGateway = {
  /** Writes whole or not at all; an existing key is overwritten. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The same from a file on this machine, which stays. */
  putFile(key: string, path: string): Promise<void>
  /** undefined when there is no such key. */
  get(key: string): Promise<Uint8Array | undefined>
  /** The bytes as they come, all or a part of them; undefined when there is no such key. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>
  remove(key: string): Promise<void>
}
