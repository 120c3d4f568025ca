import { Reader } from 'mmdb-lib'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type LocationGateway } from './location-gateway.ts'

const named = z.optional(z.object({ names: z.optional(z.record(z.string(), z.string())) }))
/** The part of an entry that is read, alike in the databases of cities and of countries. */
const entry = z.object({ city: named, country: named })

/**
 * Opens a database of locations in MaxMind's format and keeps it in memory. Throws when the file cannot be read or is
 * none.
 */
export function openLocationDatabase(path: string): LocationGateway {
  const bytes = readFileSync(path)
  const reader = readDatabase(bytes)
  return {
    locate(ipAddress, language) {
      const { city, country } = entry.safeParse(find(reader, ipAddress)).data ?? {}
      const names = [city, country].map(
        (one) => one?.names?.[language === 'zh' ? 'zh-CN' : language] ?? one?.names?.['en'],
      )
      const known = names.filter((name) => name !== undefined)
      return known.length === 0 ? undefined : known.join(', ')
    },
  }
}

type Lookup = Pick<Reader<Record<string, never>>, 'get'>

function readDatabase(bytes: Buffer): Lookup {
  try {
    // What describes a database is at its end, so that one that was cut off is found here.
    return new Reader<Record<string, never>>(bytes)
  } catch {
    throw new Error('it is no database in MaxMind’s format (.mmdb)')
  }
}

/** Looks an address up. What is no address, or damaged in the file, has no location: it only adds to a mail and a list. */
function find(reader: Lookup, ipAddress: string): unknown {
  try {
    return reader.get(ipAddress)
  } catch {
    return undefined
  }
}
