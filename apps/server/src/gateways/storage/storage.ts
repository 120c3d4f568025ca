/** Bytes under a key. Keys are ours: lower-case letters, digits, dashes and slashes. */
export type StorageGateway = {
  /** Writes whole or not at all; an existing key is overwritten. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** undefined when there is no such key. */
  get(key: string): Promise<Uint8Array | undefined>
  remove(key: string): Promise<void>
}
