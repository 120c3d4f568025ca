import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

/** The names and addresses by which a browser on the same network can reach this machine. */
export type LocalHostNames = { readonly names: readonly string[]; readonly addresses: readonly string[] }

/** The private networks (RFC 1918, 3927, 4193, 6598), with their prefix lengths in bits. */
export const privateNetworks = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
] as const

const privateBlockList = new BlockList()
for (const [network, bits] of privateNetworks)
  privateBlockList.addSubnet(network, bits, isIPv6(network) ? 'ipv6' : 'ipv4')

/** Returns whether the address belongs to a private network. */
export function isPrivateAddress(address: string): boolean {
  return privateBlockList.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Returns this machine's external addresses, IPv4 first: what a user types on a phone. */
export function networkAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  // A link-local address needs a zone, which no certificate can name.
  const external = all.filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
  return external.map(({ address }) => address).toSorted((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)))
}

/** Returns all names and addresses of this machine, loopback first. */
export function localHostNames(): LocalHostNames {
  const host = hostname().split('.', 1)[0] ?? ''
  const names = ['localhost', ...(/^[a-z0-9-]+$/i.test(host) ? [`${host.toLowerCase()}.local`] : [])]
  return { names, addresses: [...new Set(['127.0.0.1', '::1', ...networkAddresses()])] }
}

/** Converts an IP address to its 4 or 16 bytes. */
export function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

/** Returns a netmask with `bits` leading ones. */
export function netmask(length: 4 | 16, bits: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, index) => 256 - 2 ** (8 - Math.min(8, Math.max(0, bits - index * 8)))))
}
