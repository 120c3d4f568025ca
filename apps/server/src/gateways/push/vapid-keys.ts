import { createECDH } from 'node:crypto'

const curve = 'prime256v1'
/** A private key in bytes; the curve's library leaves out zeros at its beginning. */
const privateKeyBytes = 32

/** The key pair with which an application server signs its pushes (RFC 8292), in base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

/** Makes a new key pair. */
export function makeVapidKeys(): VapidKeys {
  const pair = createECDH(curve)
  pair.generateKeys()
  const privateKey = Buffer.alloc(privateKeyBytes)
  pair.getPrivateKey().copy(privateKey, privateKeyBytes - pair.getPrivateKey().length)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** Returns whether a text is one half of a pair, as it is written in base64url. */
export function isVapidKey(text: string, half: 'public' | 'private'): boolean {
  if (half === 'public') return /^B[\w-]{86}$/.test(text)
  try {
    return /^[\w-]{43}$/.test(text) && publicKeyOf(text) !== ''
  } catch {
    // A number that is no key of this curve.
    return false
  }
}

/** Returns the public key that belongs to a private one. Throws for a number that is no key of the curve. */
export function publicKeyOf(privateKey: string): string {
  const pair = createECDH(curve)
  pair.setPrivateKey(privateKey, 'base64url')
  return pair.getPublicKey('base64url')
}
