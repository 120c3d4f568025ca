import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

/** By what a browser in the same network may call this machine. */
export type LocalNames = { readonly names: readonly string[]; readonly addresses: readonly string[] }

/** The networks that belong to nobody in particular (RFC 1918, 3927, 4193, 6598), with the bits that count. */
export const localNetworks = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
] as const

const known = new BlockList()
for (const [network, bits] of localNetworks) known.addSubnet(network, bits, isIPv6(network) ? 'ipv6' : 'ipv4')

/** Whether the address is one of a network that belongs to nobody in particular. */
export function isLocal(address: string): boolean {
  return known.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** This machine's addresses beyond itself, those of IPv4 first: what one types on a phone. */
export function networkAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  // An address of the link alone needs a zone, which no certificate can name.
  const outward = all.filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
  return outward.map(({ address }) => address).toSorted((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)))
}

/** All names of this machine, itself first. */
export function localNames(): LocalNames {
  const own = hostname().split('.', 1)[0] ?? ''
  const names = ['localhost', ...(/^[a-z0-9-]+$/i.test(own) ? [`${own.toLowerCase()}.local`] : [])]
  return { names, addresses: [...new Set(['127.0.0.1', '::1', ...networkAddresses()])] }
}

/** The bytes of an address: 4 or 16. */
export function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

/** As many leading ones as a network's bits. */
export function maskOf(length: 4 | 16, bits: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => 256 - 2 ** (8 - Math.min(8, Math.max(0, bits - at * 8)))))
}
