import { type EmbeddedMetadata, roundCoordinates } from '@veranda/core/assets/embedded-metadata.ts'
import { cameraName, toMetadataText } from './metadata-text.ts'

/**
 * Fields by the names of tags: of QuickTime, 3GPP, iTunes and Matroska, or the last word of a name with dots such as
 * com.apple.quicktime.make. Every name with "location" in it is a place.
 */
const fields: ReadonlyMap<string, 'place' | 'author' | 'copyright' | 'make' | 'model' | 'software'> = new Map([
  ...(['©xyz', 'loci'] as const).map((name) => [name, 'place'] as const),
  ...(['©art', '©aut', 'aart', 'auth', 'author', 'artist', 'creator'] as const).map(
    (name) => [name, 'author'] as const,
  ),
  ...(['©cpy', 'cprt', 'copyright'] as const).map((name) => [name, 'copyright'] as const),
  ...(['©mak', 'make', 'manufacturer'] as const).map((name) => [name, 'make'] as const),
  ...(['©mod', 'model'] as const).map((name) => [name, 'model'] as const),
  ...(['©too', '©swr', '©enc', 'software', 'encoder'] as const).map((name) => [name, 'software'] as const),
])

/** Collects the tags of a video by what they mean; of each meaning the first that says something. */
export class MediaTags {
  readonly #found = new Map<string, string>()
  #coordinates: EmbeddedMetadata['coordinates'] = null

  /** Adds a tag by its name in the file; other names are ignored. */
  add(name: string, value: string): void {
    const lowerCase = name.toLowerCase()
    const field = lowerCase.includes('location') ? 'place' : (fields.get(lowerCase) ?? fields.get(lastWord(lowerCase)))
    const text = field === undefined ? null : toMetadataText(value.replaceAll('\0', ' '))
    if (field === undefined || text === null) return
    if (field === 'place') this.#coordinates ??= parseIso6709(text)
    if (!this.#found.has(field)) this.#found.set(field, text)
  }

  toMetadata(): Partial<EmbeddedMetadata> {
    const text = (field: string) => this.#found.get(field) ?? null
    return {
      hasLocation: this.#found.has('place'),
      coordinates: this.#coordinates,
      author: text('author'),
      copyright: text('copyright'),
      camera: cameraName(text('make'), text('model')),
      software: text('software'),
    }
  }
}

const lastWord = (name: string) => name.slice(name.lastIndexOf('.') + 1)

/** Returns the coordinates of `+48.8577+002.2950+035/` (ISO 6709), also with minutes and seconds; null for other texts. */
export function parseIso6709(text: string): EmbeddedMetadata['coordinates'] {
  const [, latitude, longitude] =
    /^([+-]\d{2}(?:\d{2}){0,2}(?:\.\d{1,9})?)([+-]\d{3}(?:\d{2}){0,2}(?:\.\d{1,9})?)(?=[+\-/]|CRS|$)/.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return null
  return roundCoordinates(degreesOf(latitude, 2), degreesOf(longitude, 3))
}

/** Returns degrees from a sign, this many digits of degrees, and two each of minutes and seconds where they are given. */
function degreesOf(text: string, degreeDigits: number): number {
  const [whole = '', fraction = '0'] = text.slice(1).split('.')
  const parts = [whole.slice(0, degreeDigits), ...(whole.slice(degreeDigits).match(/\d\d/g) ?? [])].map(Number)
  const last = parts.length - 1
  const sum = parts.reduce((total, part, index) => {
    const value = index === last ? part + Number(`0.${fraction}`) : part
    return total + value / 60 ** index
  }, 0)
  return text.startsWith('-') ? -sum : sum
}
