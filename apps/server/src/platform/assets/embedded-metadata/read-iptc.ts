import { type EmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import { toMetadataText } from './metadata-text.ts'

// Data sets of record 2 (IPTC-IIM 4.2).
const dataSets = { program: 65, author: 80, city: 90, place: 92, state: 95, country: 101, copyright: 116 } as const
const namedSets = new Set<number>(Object.values(dataSets))
const marker = Buffer.from([0x1c, 2])
const maxTextBytes = 1_024

/** Reads what an IPTC block says about place, author and program. The block is untrusted; of each data set the first is read. */
export function readIptc(block: Buffer): Partial<EmbeddedMetadata> {
  const found = new Map<number, string | null>()
  for (let at = block.indexOf(marker); at >= 0 && at + 5 <= block.length; at = block.indexOf(marker, at + 2)) {
    const dataSet = block.readUInt8(at + 2)
    if (!namedSets.has(dataSet) || found.has(dataSet)) continue
    const length = Math.min(block.readUInt16BE(at + 3), maxTextBytes)
    found.set(dataSet, toMetadataText(block.subarray(at + 5, at + 5 + length).toString('utf8')))
  }
  const places = [dataSets.city, dataSets.place, dataSets.state, dataSets.country]
  return {
    hasLocation: places.some((dataSet) => (found.get(dataSet) ?? null) !== null),
    author: found.get(dataSets.author) ?? null,
    copyright: found.get(dataSets.copyright) ?? null,
    software: found.get(dataSets.program) ?? null,
  }
}
