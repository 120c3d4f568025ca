import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LocalNames } from './addresses.ts'
import { type Authority, type Certificate, furtherAddresses, makeAuthority, makeCertificate } from './certificate.ts'

const nearItsEnd = 30 * 86_400_000

export type KeptCertificate = Certificate & {
  /** What a device has to trust, in PEM. */
  readonly authority: string
  /** Where that lies. */
  readonly authorityFile: string
}

/**
 * The local certificate below the data directory: made when it is missing, cannot be read, ends within 30 days or lacks
 * a name that this machine has now. The authority that signs it stays the same as long as it can, since devices were
 * told to trust it.
 */
export function keepCertificate(dataDir: string, names: LocalNames, now: number): KeptCertificate {
  const folder = join(dataDir, 'https')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const authorityFile = join(folder, 'authority.crt')
  const further = furtherAddresses(names)
  const authority = readAuthority(folder, further, now) ?? writeAuthority(folder, further, now)
  const kept = readServer(folder, names, authority, now) ?? writeServer(folder, names, authority, now)
  return { ...kept, authority: authority.certificate, authorityFile }
}

function readAuthority(folder: string, further: readonly string[], now: number): Authority | undefined {
  try {
    const certificate = readFileSync(join(folder, 'authority.crt'), 'utf8')
    const { key, reach } = parsed(readFileSync(join(folder, 'authority.json'), 'utf8'))
    const privateKey = createPrivateKey(key)
    const read = new X509Certificate(certificate)
    const reaches = further.every((address) => reach.includes(address))
    if (!reaches || !lasts(read, now) || !read.checkPrivateKey(privateKey)) return undefined
    return { certificate, key, privateKey, publicKey: createPublicKey(privateKey) }
  } catch {
    return undefined
  }
}

function parsed(text: string): { key: string; reach: readonly unknown[] } {
  const { key, reach } = JSON.parse(text) as Record<string, unknown>
  if (typeof key !== 'string' || !Array.isArray(reach)) throw new TypeError('this is no authority of ours')
  return { key, reach }
}

function writeAuthority(folder: string, further: readonly string[], now: number): Authority {
  const made = makeAuthority(further, now)
  write(folder, 'authority.json', JSON.stringify({ key: made.key, reach: further }))
  write(folder, 'authority.crt', made.certificate)
  return made
}

function readServer(folder: string, names: LocalNames, by: Authority, now: number): Certificate | undefined {
  try {
    const both = readFileSync(join(folder, 'server.pem'), 'utf8')
    const split = both.indexOf('-----BEGIN PRIVATE KEY-----')
    const [certificate, key] = [both.slice(0, split), both.slice(split)]
    const read = new X509Certificate(certificate)
    const named =
      names.names.every((name) => read.checkHost(name) !== undefined) &&
      names.addresses.every((address) => read.checkIP(address) !== undefined)
    const ours = read.verify(by.publicKey) && read.checkPrivateKey(createPrivateKey(key))
    return named && ours && lasts(read, now) ? { certificate, key } : undefined
  } catch {
    return undefined
  }
}

function writeServer(folder: string, names: LocalNames, by: Authority, now: number): Certificate {
  const made = makeCertificate(names, by, now)
  write(folder, 'server.pem', made.certificate + made.key)
  return made
}

function lasts(certificate: X509Certificate, now: number): boolean {
  return certificate.validFromDate.getTime() <= now && certificate.validToDate.getTime() - now > nearItsEnd
}

/** Whole or not at all, and for nobody else's eyes. */
function write(folder: string, name: string, text: string): void {
  const fresh = join(folder, `${name}.new`)
  writeFileSync(fresh, text, { mode: 0o600 })
  renameSync(fresh, join(folder, name))
}
