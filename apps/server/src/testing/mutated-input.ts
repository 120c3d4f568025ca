import { isUuid } from '@veranda/core/ids.ts'
import { type $ZodType } from 'zod/v4/core'
import { sampleInput } from './sample-input.ts'

/** A JSON text that is sent as it is, because no value of JavaScript becomes it. */
class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An object as its members in order, so that a name can occur twice or be one of the prototype's. */
class Members {
  readonly entries: readonly (readonly [string, unknown])[]
  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries
  }
}

const rawValues = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775808',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  'undefined',
  '[]',
  '[[]]',
  '[null]',
  '{}',
  '{"length":5}',
  '{"then":1,"toJSON":1,"toString":1,"valueOf":1}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '"\\ud800"',
  '"a\\udc00b"',
  '"\\u0000"',
]

const texts = [
  '',
  ' ',
  '\t',
  '\n',
  '\u0000',
  'a\u0000b',
  '\u0007',
  '\u202egnp.exe',
  '\u2066a\u2069',
  '\u200f',
  '\ufeffa',
  '\ud800',
  'ﷺ'.repeat(20),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤'.repeat(20),
  '👩‍👩‍👧‍👦'.repeat(40),
  'İıſK',
  'null',
  'true',
  '-1',
  '1e999',
  'NaN',
  '[object Object]',
  '__proto__',
  'constructor',
  '%00',
  '%s%n',
  '${7*7}',
  '{{name}}',
  "'; drop table users; --",
  '" or ""="',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'a\r\nBcc: b@c.example',
  '=?utf-8?q?=0d=0a?=',
  'UTC',
  'Mars/Olympus',
  '0000-00-00',
  '2026-02-30',
  '2026-02-30T25:61:61Z',
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00Z',
  '2026-01-01T00:00:00.123456789Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '24:00',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'a@b',
  'ü@xn--.example',
]

const names = ['__proto__', 'constructor', 'toString', 'unknownField', '', '\u0000', '\ud800', 'a.b', '0', 'ﷺ']

type Random = () => number

/** Returns one of the items. Throws if there is none. */
export function pick<T>(items: readonly T[], random: Random): T {
  if (items.length === 0) throw new Error('nothing to pick from')
  // The index is within the list.
  return items[Math.floor(random() * items.length)] as T
}

/** Returns a value that is wrong in most places: of another type, hostile, huge or deep. */
function wrongValue(random: Random): unknown {
  const kind = random()
  if (kind < 0.35) return new RawJson(pick(rawValues, random))
  if (kind < 0.85) return pick(texts, random)
  if (kind < 0.9) return pick(['x', ' ', '\u0301', 'ﷺ', '9'], random).repeat(1 + Math.floor(random() * 20_000))
  const depth = 1 + Math.floor(random() * 80)
  if (kind < 0.95) return new RawJson(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  return new RawJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
}

/** Returns a copy of a valid input with one mutation at a random place. */
function mutateOnce(value: unknown, random: Random): unknown {
  const entries = membersOf(value)
  // Goes down in most cases, because bodies are objects of fields.
  if (entries.length > 0 && random() < 0.8) {
    const chosen = Math.floor(random() * entries.length)
    return withMembers(
      value,
      entries.map(([name, member], index) => [name, index === chosen ? mutateOnce(member, random) : member]),
    )
  }
  if (Array.isArray(value) && random() < 0.5) {
    const item: unknown = value[0] ?? null
    return Array.from({ length: Math.floor(random() * 300) }, () => item)
  }
  if (entries.length > 0 && random() < 0.6) {
    const [name, member] = pick(entries, random)
    const kind = random()
    if (kind < 0.4)
      return withMembers(
        value,
        entries.filter(([other]) => other !== name),
      )
    if (kind < 0.7) return new Members([...entries, [pick(names, random), wrongValue(random)]])
    return new Members([...entries, [name, random() < 0.5 ? member : wrongValue(random)]])
  }
  if (typeof value === 'string' && random() < 0.4) {
    const at = Math.floor(random() * (value.length + 1))
    return value.slice(0, at) + pick(texts, random) + value.slice(at)
  }
  if (typeof value === 'number' && random() < 0.4) return value + pick([-2, -1, 1, 0.5, 1e9, 1e15], random)
  return random() < 0.1 ? [value] : wrongValue(random)
}

function membersOf(value: unknown): [string, unknown][] {
  if (value instanceof Members) return value.entries.map(([name, member]) => [name, member])
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return []
  return Object.entries(value)
}

function withMembers(value: unknown, entries: readonly (readonly [string, unknown])[]): unknown {
  return Array.isArray(value) ? entries.map(([, member]) => member) : new Members(entries)
}

function toJsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (value instanceof Members) {
    return `{${value.entries.map(([name, member]) => `${JSON.stringify(name)}:${toJsonText(member)}`).join(',')}}`
  }
  if (Array.isArray(value)) return `[${value.map(toJsonText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return toJsonText(new Members(Object.entries(value)))
}

/** Replaces ids of the sample by ids of data that exist, so that handlers get past the look-up. */
function withKnownIds(value: unknown, ids: readonly string[], random: Random): unknown {
  if (typeof value === 'string') return isUuid(value) && ids.length > 0 ? pick(ids, random) : value
  if (Array.isArray(value)) return value.map((item) => withKnownIds(item, ids, random))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withKnownIds(item, ids, random)]))
}

/**
 * Returns the JSON text of a valid input, of any of its alternatives, with up to three mutations; one of eight stays
 * valid. The text itself may be no JSON.
 */
export function mutatedInput(schema: $ZodType, ids: readonly string[], random: Random): string {
  let value = withKnownIds(
    sampleInput(schema, (values) => pick(values, random)),
    ids,
    random,
  )
  const count = random() < 0.125 ? 0 : 1 + Math.floor(random() * random() * 3)
  for (let done = 0; done < count; done += 1) value = mutateOnce(value, random)
  return toJsonText(value)
}

/** Returns a hostile text for a path or a query. */
export function mutatedText(random: Random): string {
  const value = wrongValue(random)
  return typeof value === 'string' ? value.slice(0, 2_000) : pick(texts, random)
}
